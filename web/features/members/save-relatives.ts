import {
  createRelative,
  deleteRelative,
  type Relative,
  searchRelatives,
  updateRelative,
} from '#contract/members/relatives.ts';
import { type ApiError, asApiError } from '#web/api/api-error.ts';
import { type AttemptKeys, attemptKeys } from '#web/api/attempt-keys.ts';
import { call } from '#web/api/call.ts';
import { isSameRelative, type MemberRelative, nameOf, relativeValues } from './member-values.ts';

export interface RelativeFailure {
  name: string;
  /** The position in the form; null for a removed relative. */
  place: number | null;
  error: ApiError;
}

interface Saved {
  /** The form's relatives, with the ids of new ones. */
  typed: MemberRelative[];
  /** The stored relatives, without those that failed. */
  stored: Relative[];
  failures: RelativeFailure[];
}

const goneStatus = 404;
const changedStatus = 412;

/**
 * Deletes, updates and adds relatives one after the other, so that deletions free places for
 * additions. A failure does not stop the others.
 */
export function relativesSaver() {
  const attempts = new Map<string, AttemptKeys>();

  async function save(
    mainMemberId: string,
    stored: readonly Relative[],
    typed: readonly MemberRelative[],
  ): Promise<Saved> {
    const failures: RelativeFailure[] = [];
    const trying = async <T>(name: string, place: number | null, act: () => Promise<T>) => {
      try {
        return await act();
      } catch (error) {
        failures.push({ name, place, error: asApiError(error) });
        return null;
      }
    };
    for (const relative of stored) {
      if (typed.some(({ id }) => id === relative.id)) continue;
      await trying(nameOf(relativeValues(relative)), null, () => remove(relative.id));
    }
    const rows: MemberRelative[] = [];
    const now: Relative[] = [];
    for (const [place, row] of typed.entries()) {
      const before = stored.find(({ id }) => id === row.id);
      const saved = await trying(nameOf(row), place, () =>
        row.id === '' ? add(mainMemberId, row, rows) : change(row, before),
      );
      rows.push({ ...row, id: saved?.id ?? row.id });
      if (saved !== null) now.push(saved);
    }
    return { typed: rows, stored: now, failures };
  }

  /** With an idempotency key: saving again after a lost response does not add them twice. */
  async function add(
    mainMemberId: string,
    { id: _new, ...relative }: MemberRelative,
    others: readonly MemberRelative[],
  ): Promise<Relative> {
    const body = { ...relative, mainMemberId };
    // Two relatives with equal values are two people.
    const twins = others.filter((other) =>
      isSameRelative({ ...other, id: '' }, { ...relative, id: '' }),
    );
    const attempt = JSON.stringify([body, twins.length]);
    const keys = attempts.get(attempt) ?? attemptKeys();
    attempts.set(attempt, keys);
    const added = await call(createRelative, { body, idempotencyKey: keys.keyFor(body) });
    attempts.delete(attempt);
    return added;
  }

  return { save };
}

async function change(row: MemberRelative, before: Relative | undefined): Promise<Relative> {
  const { id, ...fields } = row;
  const stored = before && relativeValues(before);
  const body = Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => stored?.[name as keyof typeof fields] !== value,
    ),
  );
  if (before !== undefined && Object.keys(body).length === 0) return before;
  try {
    return await call(updateRelative, { params: { id }, body, ifMatch: before?.tag });
  } catch (error) {
    const isChanged = asApiError(error).status === changedStatus;
    const now = isChanged && before ? await readAgain(before) : undefined;
    // Equal to what was to be saved: an earlier call succeeded and its response was lost.
    if (now !== undefined && isSameRelative(row, relativeValues(now))) return now;
    throw error;
  }
}

async function readAgain({ id, mainMemberId }: Relative): Promise<Relative | undefined> {
  const page = await call(searchRelatives, { body: { mainMemberId } });
  return page.results.find((relative) => relative.id === id);
}

async function remove(id: string): Promise<void> {
  try {
    await call(deleteRelative, { params: { id } });
  } catch (error) {
    // Someone else has deleted it.
    if (asApiError(error).status !== goneStatus) throw error;
  }
}
