import { createHmac } from 'node:crypto';
import type { EndpointShape } from '#contract/endpoint.ts';
import type { AppDeps } from '#server/app-deps.ts';
import type { Context } from '#server/context.ts';
import { Refused, sentences } from '#server/errors.ts';
import { countOne, everyone, type Counted } from '#server/platform/db/rate-counts.ts';

/** The limit of a call for all visitors together was exceeded, for the first time in this hour. */
export type AlertOfLimit = (
  ctx: Context,
  exceeded: { name: string; most: number },
) => Promise<void>;

/** An office enters the donations of an event, or changes many pictures. */
const timesForAdministrators = 10;

const windows = { minute: 60_000, hour: 3_600_000 };

/**
 * Throws when the user or the client makes this call too often, or all visitors together. Call it outside
 * of a transaction, so that the count stays when the call fails. product-rules 1.29, 1.30.
 */
export async function assertWithinLimit(
  { method, path, access, limit }: EndpointShape,
  ctx: Context,
  { config, secret, log }: Pick<AppDeps, 'config' | 'secret' | 'log'>,
  alert: AlertOfLimit,
): Promise<void> {
  if (limit === undefined || !config.rateLimits) return;
  const name = `${method} ${path}`;
  const isAdministrator = ctx.by?.role === 'Admin';
  const isByUser = access !== 'anyone' || isAdministrator;
  const each = {
    name,
    countedFor: isByUser ? (ctx.by?.userId ?? '') : hashClient(secret, ctx.origin?.client ?? ''),
    most: limit.most * (isAdministrator ? timesForAdministrators : 1),
    windowMs: windows[limit.per],
  };
  const own = await countOne(ctx, each);
  if (own.count > each.most) throw tooOften(ctx.at, own.endsAt, sentences.tooManyFor);
  if (limit.ofAll === undefined || isAdministrator) return;
  const { most, what } = limit.ofAll;
  const all: Counted = { ...each, name: what, countedFor: everyone, most };
  const total = await countOne(ctx, all);
  if (total.count <= all.most) return;
  if (total.count === all.most + 1) {
    await alert(ctx, all).catch((error: unknown) =>
      log.error({ err: error }, 'the administrators could not be told that a limit is exceeded'),
    );
  }
  throw tooOften(ctx.at, total.endsAt, sentences.tooManyOfAll);
}

/** An address of a person is not stored. Without the secret, all addresses could be tried. */
function hashClient(secret: Uint8Array, client: string): string {
  return createHmac('sha256', secret).update(`client: ${client}`).digest('base64url');
}

function tooOften(at: Date, endsAt: Date, sentence: (wait: string) => string): Refused {
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - at.getTime()) / 1000));
  return new Refused('tooMany', sentence(waitOf(seconds)), [], seconds);
}

function waitOf(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
