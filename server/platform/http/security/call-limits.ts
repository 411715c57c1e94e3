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

/** A process remembers exceeded limits, so that refusing a flood needs no database. */
const mostRemembered = 10_000;

/**
 * The check throws when the user or the client makes this call too often, or all visitors together. It runs
 * outside of a transaction, so that the count stays when the call fails. product-rules 1.29, 1.30.
 */
export function openCallLimits(
  { config, secret, log }: Pick<AppDeps, 'config' | 'secret' | 'log'>,
  alert: AlertOfLimit,
): (endpoint: EndpointShape, ctx: Context) => Promise<void> {
  const exceeded = new Map<string, Date>();

  async function countOrRefuse(
    ctx: Context,
    counted: Counted,
    sentence: (wait: string) => string,
  ): Promise<void> {
    const key = `${counted.countedFor} ${counted.name}`;
    const until = exceeded.get(key);
    if (until !== undefined && until > ctx.at) throw tooOften(ctx.at, until, sentence);
    const { count, endsAt } = await countOne(ctx, counted);
    if (count <= counted.most) return;
    if (exceeded.size >= mostRemembered) exceeded.clear();
    exceeded.set(key, endsAt);
    if (counted.countedFor === everyone && count === counted.most + 1) {
      await alert(ctx, counted).catch((error: unknown) =>
        log.error({ err: error }, 'the mail about an exceeded limit could not be queued'),
      );
    }
    throw tooOften(ctx.at, endsAt, sentence);
  }

  return async ({ method, path, access, limit }, ctx) => {
    if (limit === undefined || !config.rateLimits) return;
    const isAdministrator = ctx.by?.role === 'Admin';
    const isByUser = access !== 'anyone' || isAdministrator;
    const each: Counted = {
      name: `${method} ${path}`,
      countedFor: isByUser ? (ctx.by?.userId ?? '') : hashClient(secret, ctx.origin?.client ?? ''),
      most: limit.most * (isAdministrator ? timesForAdministrators : 1),
      windowMs: windows[limit.per],
    };
    await countOrRefuse(ctx, each, sentences.tooManyFor);
    if (limit.ofAll === undefined || isAdministrator) return;
    const { most, what } = limit.ofAll;
    const all = { ...each, name: what, countedFor: everyone, most };
    await countOrRefuse(ctx, all, sentences.tooManyOfAll);
  };
}

/** An address of a person is not stored. Without the secret, all addresses could be tried. */
function hashClient(secret: Uint8Array, client: string): string {
  return createHmac('sha256', secret).update(`client: ${client}`).digest('base64url');
}

/** Says how long to wait. */
export function tooOften(at: Date, endsAt: Date, sentence: (wait: string) => string): Refused {
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - at.getTime()) / 1000));
  return new Refused('tooMany', sentence(waitOf(seconds)), [], seconds);
}

function waitOf(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
