import { sql } from 'kysely';
import { type SecurityKind, securityTexts } from '#contract/security-record/endpoints.ts';
import type { Context } from '#server/context.ts';

export interface Event {
  kind: SecurityKind;
  /** `null` for an unknown address, which is not stored: people type passwords there. */
  userId: string | null;
  /** The downloaded list or the changed record. */
  detail?: string;
}

const hourMs = 3_600_000;
/** Rows of a kind that one client can make in an hour. What comes after them is counted in one row. */
const mostRows = 20;

/**
 * Adds to the security record. The same again within an hour is counted, so that a flood does not fill
 * the table. product-rules 4.32.
 */
export async function recordEvent(ctx: Context, event: Event): Promise<void> {
  const { at } = ctx;
  const { client = '', device = '' } = ctx.origin ?? {};
  const hour = Math.floor(at.getTime() / hourMs);
  const row = { kind: event.kind, userId: event.userId, detail: event.detail ?? '', device };
  const slot = (of: object) => JSON.stringify([hour, client, of]);
  if (await hasRoom(ctx, { kind: event.kind, client, hour, slot: slot(row) })) {
    await count(ctx, { ...row, client, slot: slot(row) });
  } else {
    const others = { ...row, userId: null, detail: securityTexts.further, device: '' };
    await count(ctx, { ...others, client, slot: slot(others) });
  }
}

interface Place {
  kind: SecurityKind;
  client: string;
  hour: number;
  slot: string;
}

/** Whether the event is counted already, or may have a row of its own. */
async function hasRoom({ db }: Context, { kind, client, hour, slot }: Place): Promise<boolean> {
  const rows = await db
    .selectFrom('security_events')
    .select('slot')
    .where('client', '=', client)
    .where('kind', '=', kind)
    .where('at', '>=', new Date(hour * hourMs))
    .limit(mostRows + 1)
    .execute();
  return rows.length < mostRows || rows.some((row) => row.slot === slot);
}

interface Row extends Required<Omit<Event, 'kind'>> {
  kind: SecurityKind;
  client: string;
  device: string;
  slot: string;
}

async function count({ db, at }: Context, row: Row): Promise<void> {
  const { kind, userId, detail, client, device, slot } = row;
  await sql`
    INSERT INTO security_events (first_at, at, kind, user_id, user_name, detail, client, device, slot)
    VALUES (${at}, ${at}, ${kind}, ${userId}, coalesce((
        SELECT btrim(first_name || ' ' || last_name) || ', ' || email FROM users WHERE id = ${userId}
      ), ''), ${detail}, ${client}, ${device}, ${slot})
    ON CONFLICT (slot) DO UPDATE
      SET count = security_events.count + 1, at = greatest(security_events.at, excluded.at)
  `.execute(db);
}

/** A list as a file. */
export async function recordDownload(ctx: Context, list: string): Promise<void> {
  await recordEvent(ctx, {
    kind: 'listDownloaded',
    userId: ctx.by?.userId ?? null,
    detail: list,
  });
}
