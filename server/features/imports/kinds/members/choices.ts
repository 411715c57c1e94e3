import { emptyId } from '#contract/fields.ts';
import { readYearEnd } from '#server/features/company-info/queries.ts';
import { allMemberTypes } from '#server/features/member-types/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { ImportJob } from '../import-kind.ts';

interface Named {
  id: string;
  name: string;
}

export interface TypeChoice extends Named {
  fee: number;
  isFamily: boolean;
}

/** What the spellings of types and statuses mean. */
export interface Choices {
  typeOf: (spelling: string) => TypeChoice | undefined;
  /** `'automatic'`: an empty cell, or a spelling that says nothing. */
  statusOf: (spelling: string) => Named | 'automatic' | undefined;
  statusNamed: (name: string) => string;
  yearEnd: string | null;
}

export async function readChoices(db: Db, { mapping }: ImportJob): Promise<Choices> {
  const types = await allMemberTypes(db);
  const statuses = await db.selectFrom('member_statuses').select(['id', 'name']).execute();
  const chosen = new Map(
    mapping.spellings.map(({ column, spelling, id }) => [keyOf(column, spelling), id]),
  );
  function choose<T extends Named>(column: string, spelling: string, all: T[]): T | undefined {
    const id = chosen.get(keyOf(column, spelling));
    return all.find((one) => plain(one.name) === plain(spelling) || one.id === id);
  }
  return {
    typeOf: (spelling) => choose('type', spelling, types),
    statusOf(spelling) {
      if (spelling === '' || chosen.get(keyOf('status', spelling)) === emptyId) return 'automatic';
      return choose('status', spelling, statuses);
    },
    statusNamed: (name) => statuses.find((one) => one.name === name)?.id ?? emptyId,
    yearEnd: await readYearEnd(db),
  };
}

function keyOf(column: string, spelling: string): string {
  return `${column}\t${plain(spelling)}`;
}

function plain(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}
