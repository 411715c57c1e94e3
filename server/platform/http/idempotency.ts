import { createHmac } from 'node:crypto';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict, Refused, sentences } from '#server/errors.ts';
import type { Context } from '#server/context.ts';

interface Attempt {
  call: string;
  key: string | string[];
  input: unknown;
  /** Seals the input: a registration's holds a password, which a plain hash would not hide. */
  secret: Uint8Array;
}

/**
 * Does the effect once for a key: committed with it, so a repeat is answered from what was kept,
 * and one still running is waited for at the key's row. Only a success is kept. product-rules 1.22.
 */
export async function withIdempotencyKey(
  ctx: Context,
  attempt: Attempt,
  effect: (ctx: Context) => Promise<unknown>,
): Promise<unknown> {
  const key = attempt.key;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new Refused('badInput', sentences.badKey);
  }
  const call = attempt.call;
  const caller = ctx.by?.userId ?? 'anyone';
  const body_hash = createHmac('sha256', attempt.secret)
    .update(JSON.stringify(attempt.input))
    .digest();
  return inTransaction(ctx, async (inside) => {
    const taken = await inside.db
      .insertInto('idempotency_keys')
      .values({ call, caller, key, body_hash, reply: null, created_at: ctx.at })
      .onConflict((conflicting) => conflicting.doNothing())
      .executeTakeFirst();
    const row = inside.db
      .selectFrom('idempotency_keys')
      .where('call', '=', call)
      .where('caller', '=', caller)
      .where('key', '=', key);
    if (taken.numInsertedOrUpdatedRows === 0n) {
      const kept = await row.select(['body_hash', 'reply']).executeTakeFirstOrThrow();
      if (!body_hash.equals(kept.body_hash)) throw conflict(sentences.keyReused);
      return kept.reply?.['result'];
    }
    const result = await effect(inside);
    await inside.db
      .updateTable('idempotency_keys')
      .set({ reply: JSON.stringify({ result }) })
      .where('call', '=', call)
      .where('caller', '=', caller)
      .where('key', '=', key)
      .execute();
    return result;
  });
}
