import { useState } from 'react';
import type { MemberType } from '#contract/member-types/endpoints.ts';
import { relativeNotes } from '#contract/members/relative-notes.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { type MemberValues, relativeValues, type LoadedMember } from './member-values.ts';
import { type RelativeFailure, relativesSaver } from './save-relatives.ts';
import type { MemberEdit } from './use-member-form.ts';

/** `error` is null if the form shows the problem itself. */
export type Saved = { ok: true; loaded: LoadedMember } | { ok: false; error: ApiError | null };

export const refusedHere: Saved = { ok: false, error: null };

/** Saves the relatives after the member has been saved. */
export function useSaveRelatives(
  edit: MemberEdit,
  types: readonly MemberType[],
  savedBut: (isNew: boolean) => string,
) {
  const [relatives] = useState(relativesSaver);
  const isFamily = (typeId: string) => types.some(({ id, isFamily: is }) => is && id === typeId);

  async function save(loaded: LoadedMember, values: MemberValues): Promise<Saved> {
    const { id } = loaded.member;
    const { failures, typed, stored } = isFamily(values.memberTypeID)
      ? await relatives.save(id, loaded.relatives, values.relatives)
      : { failures: [], typed: [], stored: [] };
    if (failures.length > 0) {
      await keep(loaded, { ...values, relatives: typed }, failures);
      return refusedHere;
    }
    return { ok: true, loaded: { ...loaded, relatives: stored } };
  }

  /** Fills the form with what is stored, keeps the refused values, and shows the errors. */
  async function keep(loaded: LoadedMember, typed: MemberValues, failures: RelativeFailure[]) {
    const isNew = edit.loaded === null;
    const { id } = loaded.member;
    const from = { ...typed, relatives: savedRelatives(loaded, typed, failures) };
    // Without a response the form keeps its values: saving again is safe.
    if (!(await edit.readAgain(id, { from, typed }))) edit.fill(loaded, typed);
    for (const { place, error } of failures) {
      const named = error.errors.map(({ field, message }) => ({
        field: `relatives.${place}.${field}`,
        message,
      }));
      if (place !== null) edit.errors.showServerErrors(named);
    }
    edit.setProblem([savedBut(isNew), ...sentencesOf(failures)].join(' '));
  }

  return { save };
}

/** The stored relatives, as far as the responses tell. */
function savedRelatives(loaded: LoadedMember, typed: MemberValues, failures: RelativeFailure[]) {
  const failed = new Set(failures.map(({ place }) => place));
  const saved = typed.relatives.filter(({ id }, place) => id !== '' && !failed.has(place));
  const ids = new Set(saved.map(({ id }) => id));
  const others = loaded.relatives.filter(({ id }) => !ids.has(id));
  return [...saved, ...others.map(relativeValues)];
}

function sentencesOf(failures: RelativeFailure[]): string[] {
  const { notSaved, notRemoved } = relativeNotes;
  return failures.map(({ name, place, error }) =>
    (place === null ? notRemoved : notSaved)(name, error.message),
  );
}
