import { sql } from 'kysely';
import { missingForEft } from '#contract/company-info/missing-for-eft.ts';
import { openingTexts, type OpeningNeed } from '#contract/company-info/opening.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import type { Db } from '#server/platform/db/pool.ts';

type Installation = Pick<Config, 'isLoopback' | 'isDemo' | 'payfast'>;

interface Opening {
  isOpen: boolean;
  missing: OpeningNeed[];
}

/** The columns of company_info from which `openingOf` tells what is missing. */
export const openingColumns = sql`
  name, bank, account_number AS "accountNumber", branch_code AS "branchCode",
  account_type AS "accountType",
  EXISTS (SELECT FROM member_types WHERE retired_at IS NULL)
    AND NOT EXISTS (SELECT FROM member_types WHERE retired_at IS NULL AND fee_confirmed_at IS NULL)
    AS "hasFees",
  began_closed_at IS NOT NULL AND NOT EXISTS (SELECT FROM members)
    AND NOT EXISTS (SELECT FROM invoices) AND NOT EXISTS (SELECT FROM donations) AS "isUnused"`;

/** Whether visitors can register and donate, and what is missing for it. product-rules 2.48. */
export async function readOpening(db: Db, installation: Installation): Promise<Opening> {
  const { rows } = await sql<OpeningFacts>`SELECT ${openingColumns} FROM company_info`.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error('There is no company record.');
  return openingOf(facts, installation);
}

export function openingOf(facts: OpeningFacts, installation: Installation): Opening {
  const takesCards = installation.payfast.mode === 'live';
  const has: Record<OpeningNeed, boolean> = {
    name: facts.name.trim() !== '',
    money: takesCards || missingForEft(facts).length === 0,
    fees: facts.hasFees,
  };
  const missing = (Object.keys(has) as OpeningNeed[]).filter((need) => !has[need]);
  const isOpen = isAlwaysOpen(installation) || !facts.isUnused || missing.length === 0;
  return { isOpen, missing };
}

export interface OpeningFacts {
  name: string;
  bank: string;
  accountNumber: string;
  branchCode: string;
  accountType: string;
  hasFees: boolean;
  isUnused: boolean;
}

export async function isOpen(db: Db, installation: Installation): Promise<boolean> {
  return isAlwaysOpen(installation) || (await readOpening(db, installation)).isOpen;
}

/** For calls that visitors make. A signed-in caller is never refused. */
export async function assertOpen({ db, by }: Context, installation: Installation): Promise<void> {
  if (by !== null || (await isOpen(db, installation))) return;
  throw conflict(openingTexts.notOpenYet);
}

/** Only this machine reaches it, or nothing in it is real. */
function isAlwaysOpen({ isLoopback, isDemo }: Installation): boolean {
  return isLoopback || isDemo;
}
