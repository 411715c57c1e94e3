import * as z from 'zod/mini';
import { type EftDetails, eftDetails } from '#contract/invoices/bank-details.ts';
import { codeLater } from '#web/app/router/code-later.ts';

const finishShape = z.object({ loadedAt: z.number(), eftDetails: z.nullable(eftDetails) });

/**
 * The result of a registration for a free type, or by EFT while a user is signed in. The others end
 * on other pages.
 */
export interface Finish {
  /** The page's load time: after a reload, without details, the address starts a registration. */
  loadedAt: number;
  /** What to pay; a reload keeps them. Null for a free type. */
  eftDetails: EftDetails | null;
}

export function finishNow(eft: EftDetails | null): Finish {
  return { loadedAt: performance.timeOrigin, eftDetails: eft };
}

export function finishOf(state: unknown): Finish | null {
  const finish = finishShape.safeParse(state).data ?? null;
  const isKept =
    (finish?.eftDetails ?? null) !== null || finish?.loadedAt === performance.timeOrigin;
  return isKept ? finish : null;
}

/** Loaded while the payment step is shown. */
export const endOfRegistration = codeLater(
  async () => (await import('./end-of-registration.tsx')).EndOfRegistration,
);
