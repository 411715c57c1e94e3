import { useMemo, useState } from 'react';
import type { MemberStatus } from '#contract/member-statuses.ts';
import { statusNames } from '#contract/member-statuses.ts';
import { asApiError } from '#web/api/api-error.ts';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { useUnsavedChanges } from '#web/forms/use-unsaved-changes.ts';
import { memberRules } from './member-rules.ts';
import {
  isSame,
  type MemberField,
  type MemberRelative,
  type MemberValues,
  mergeValues,
  settled,
  valuesOf,
  type Version,
} from './member-values.ts';
import { readMember } from './use-member.ts';

/** What the form holds, what it was filled from, and how the two are brought together again. */
export function useMemberForm(
  start: Version | null,
  statuses: readonly MemberStatus[],
  /** Something outside the fields is chosen and not saved. */
  isChangedBeside = false,
) {
  const [version, setVersion] = useState(start);
  // The cards of the relatives begin anew when others than the reader have changed them.
  const [generation, setGeneration] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [isMerged, setMerged] = useState(false);
  const [reloading, setReloading] = useState(false);
  const base = useMemo(() => valuesOf(version), [version]);
  const deactivatedId = statuses.find(({ name }) => name === statusNames.deactivated)?.id;
  const rules = memberRules({ base, deactivatedId });
  const form = useCheckedForm(rules, { defaultValues: base });
  const errors = useErrorFocus(form);
  const typed = settled(base, form.watch(), deactivatedId);
  const isChanged = isChangedBeside || !isSame(base, typed);
  const leave = useUnsavedChanges(isChanged);

  function fill(latest: Version, { relatives, ...fields }: MemberValues) {
    setVersion(latest);
    for (const [name, value] of Object.entries(fields)) form.setValue(name as MemberField, value);
    fillRelatives(relatives);
  }

  function fillRelatives(relatives: readonly MemberRelative[]) {
    form.setValue('relatives', [...relatives]);
    form.clearErrors('relatives');
    setGeneration((before) => before + 1);
  }

  /** Someone else's version, or what a call has changed, below what is typed here. */
  async function readAgain(id: string, given: { from: MemberValues; typed: MemberValues }) {
    setReloading(true);
    try {
      const latest = await readMember(id);
      fill(latest, mergeValues(given.from, given.typed, valuesOf(latest)));
      setProblem(null);
      return true;
    } catch (error) {
      setProblem(asApiError(error).message);
      return false;
    } finally {
      setReloading(false);
    }
  }

  return {
    form,
    errors,
    version,
    base,
    typed,
    generation,
    deactivatedId,
    isChanged,
    leave,
    fill,
    fillRelatives,
    readAgain,
    reloading,
    problem,
    setProblem,
    isMerged,
    setMerged,
  };
}

export type MemberEdit = ReturnType<typeof useMemberForm>;
