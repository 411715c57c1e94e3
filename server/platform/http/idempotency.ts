import { createHmac } from 'node:crypto';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict, Refused, sentences } from '#server/errors.ts';
import type { Context } from '#server/context.ts';

interface Attempt {
  call: string;
  key: string | string[];
  input: unknown;
  /** The key for hashing the input. A registration contains a password, which a plain hash would not protect. */
  secret: Uint8Array;
}

/**
 * Runs `effect` at most once per key. The key is stored in the same transaction; a retry returns the
 * stored reply, a concurrent one waits on the row lock. Only successes are stored. product-rules 1.22.
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
      const kept = await row.select(['body_hash', 'reply']).executeTakeFirst();
      // The stored reply has just expired and was deleted. The retry runs the effect.
      if (kept === undefined) throw new Refused('unavailable', sentences.databaseAway, [], 1);
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
