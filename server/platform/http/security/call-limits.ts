import { isByStaff } from '#server/platform/access/permissions.ts';
import { createHmac } from 'node:crypto';
import type { EndpointShape } from '#contract/endpoint.ts';
import type { AppDeps } from '#server/app-deps.ts';
import type { Context } from '#server/context.ts';
import { Refused, sentences } from '#server/errors.ts';
import { netsOf } from './client-of.ts';
import { countOne, type Counted } from '#server/platform/db/rate-counts.ts';

/** An office enters the donations of an event, or changes many pictures. */
const timesForAdministrators = 10;

const windows = { minute: 60_000, hour: 3_600_000 };

/** A process remembers exceeded limits, so that refusing a flood needs no database. */
const mostRemembered = 10_000;

/**
 * The check throws when the user or the client makes this call too often. It runs outside of a transaction,
 * so that the count stays when the call fails. product-rules 1.29, 1.30.
 */
export function openCallLimits({
  config,
  secret,
}: Pick<AppDeps, 'config' | 'secret'>): (endpoint: EndpointShape, ctx: Context) => Promise<void> {
  const exceeded = new Map<string, Date>();

  async function countOrRefuse(ctx: Context, counted: Counted): Promise<void> {
    const key = `${counted.countedFor} ${counted.name}`;
    const until = exceeded.get(key);
    if (until !== undefined && until > ctx.at) throw tooOften(ctx.at, until);
    const { count, endsAt } = await countOne(ctx, counted);
    if (count <= counted.most) return;
    if (exceeded.size >= mostRemembered) exceeded.clear();
    exceeded.set(key, endsAt);
    throw tooOften(ctx.at, endsAt);
  }

  return async ({ method, path, access, limit }, ctx) => {
    if (limit === undefined || !config.rateLimits) return;
    const isAdministrator = isByStaff(ctx);
    const isByUser = access !== 'anyone' || isAdministrator;
    const counted = {
      name: `${method} ${path}`,
      most: limit.most * (isAdministrator ? timesForAdministrators : 1),
      windowMs: windows[limit.per],
    };
    if (isByUser) {
      await countOrRefuse(ctx, { ...counted, countedFor: ctx.by?.userId ?? '' });
      return;
    }
    // The narrowest first: a client that is refused does not use up the limit of its neighbours.
    for (const { net, times } of netsOf(ctx.origin?.client ?? '')) {
      const countedFor = hashClient(secret, net);
      await countOrRefuse(ctx, { ...counted, countedFor, most: counted.most * times });
    }
  };
}

/** An address of a person is not stored. Without the secret, all addresses could be tried. */
function hashClient(secret: Uint8Array, client: string): string {
  return createHmac('sha256', secret).update(`client: ${client}`).digest('base64url');
}

/** Says how long to wait. */
export function tooOften(
  at: Date,
  endsAt: Date,
  sentence: (wait: string) => string = sentences.tooManyFor,
): Refused {
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - at.getTime()) / 1000));
  return new Refused('tooMany', sentence(waitOf(seconds)), [], seconds);
}

function waitOf(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
