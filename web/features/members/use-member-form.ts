import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { dayOf } from '#contract/days.ts';
import { type MemberStatus, statusNames } from '#contract/member-statuses/endpoints.ts';
import { getMember, memberForm, memberTexts } from '#contract/members/endpoints.ts';
import { relativeForm, searchRelatives } from '#contract/members/relatives.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call, callWithEtag } from '#web/api/call.ts';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { useSignedOutDraft } from '#web/forms/use-signed-out-draft.ts';
import { useUnsavedChanges } from '#web/forms/use-unsaved-changes.ts';
import {
  isSame,
  type MemberField,
  type MemberRelative,
  type MemberValues,
  mergeValues,
  settled,
  valuesOf,
  type LoadedMember,
} from './member-values.ts';
import { relativeRows } from './relative-rules.ts';

/** The form's values, what it was filled from, and merging the two after a reload. */
export function useMemberForm(
  start: LoadedMember | null,
  statuses: readonly MemberStatus[],
  /** Something outside the fields has unsaved changes. */
  isChangedBeside = false,
) {
  const [loaded, setLoaded] = useState(start);
  // Remounts the relatives' cards after a change from outside.
  const [generation, setGeneration] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [isMerged, setMerged] = useState(false);
  const [reloading, setReloading] = useState(false);
  const base = useMemo(() => valuesOf(loaded), [loaded]);
  const deactivatedId = statuses.find(({ name }) => name === statusNames.deactivated)?.id;
  const rules = memberRules({ base, deactivatedId });
  const form = useCheckedForm(rules, { defaultValues: base });
  const errors = useErrorFocus(form);
  const typed = settled(base, form.watch(), deactivatedId);
  const isChanged = isChangedBeside || !isSame(base, typed);
  const leave = useUnsavedChanges(isChanged);

  const isRestored = useMemberDraft({ base, typed, fillFields, fillRelatives });

  function fill(latest: LoadedMember, { relatives, ...fields }: MemberValues) {
    setLoaded(latest);
    fillFields(fields);
    fillRelatives(relatives);
  }

  function fillFields(fields: Readonly<Record<string, unknown>>) {
    for (const [name, value] of Object.entries(fields)) {
      form.setValue(name as MemberField, String(value));
    }
  }

  function fillRelatives(relatives: readonly MemberRelative[]) {
    form.setValue('relatives', [...relatives]);
    form.clearErrors('relatives');
    setGeneration((before) => before + 1);
  }

  /** Loads the latest version into the form and keeps what was typed. */
  async function readAgain(id: string, edit: { from: MemberValues; typed: MemberValues }) {
    setReloading(true);
    try {
      const latest = await readMember(id);
      fill(latest, mergeValues(edit.from, edit.typed, valuesOf(latest)));
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
    loaded,
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
    isRestored: isRestored && isChanged,
    setMerged,
  };
}

interface DraftOptions {
  base: MemberValues;
  typed: MemberValues;
  fillFields: (fields: Readonly<Record<string, unknown>>) => void;
  fillRelatives: (relatives: readonly MemberRelative[]) => void;
}

/** True if what was typed before the session ended is in the form again. */
function useMemberDraft({ base, typed, fillFields, fillRelatives }: DraftOptions): boolean {
  return useSignedOutDraft({
    name: 'member',
    changed: () =>
      Object.fromEntries(
        Object.entries(typed).filter(
          ([field, value]) =>
            JSON.stringify(value) !== JSON.stringify(base[field as keyof MemberValues]),
        ),
      ),
    restore: ({ relatives, ...fields }) => {
      fillFields(fields);
      if (relatives !== undefined) fillRelatives(relatives as MemberRelative[]);
    },
  });
}

export type MemberEdit = ReturnType<typeof useMemberForm>;

interface RuleOptions {
  /** The values that the form was filled with. */
  base: MemberValues;
  deactivatedId: string | undefined;
}

const relative = z.extend(relativeForm, { id: z.string() });

/** The contract's rules, plus: a deactivated member needs a reason. */
function memberRules({
  base,
  deactivatedId,
}: RuleOptions): z.ZodMiniType<MemberValues, MemberValues> {
  const isDeactivated = (status: unknown) => status !== '' && status === deactivatedId;
  // A relative who turned 19 since can still be corrected.
  const isKnown = (born: string, row: unknown) =>
    base.relatives.some(
      ({ id, dateOfBirth }) => dateOfBirth === born && id === (row as { id: string }).id,
    );
  const rules: z.ZodMiniType = z
    .object({
      ...memberForm.shape,
      relatives: relativeRows(relative, dayOf(new Date()), isKnown),
    })
    .check(
      z.refine((edit) => !isDeactivated(edit.memberStatusID) || !!edit.deactivatedReason?.trim(), {
        error: memberTexts.noReason,
        path: ['deactivatedReason'],
        when: () => true,
      }),
    );
  // The contract allows missing values; inputs always have one.
  return rules as z.ZodMiniType<MemberValues, MemberValues>;
}

/** product-rules 17.1. */
const relativesAsked = 50;

/** Loaded once per visit: the form keeps the version that it was filled from. */
export function useMember(id: string) {
  return useQuery({
    queryKey: ['members', 'form', id],
    queryFn: ({ signal }) => readMember(id, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
}

export async function readMember(id: string, signal?: AbortSignal): Promise<LoadedMember> {
  const body = { mainMemberId: id, page: 1, pageSize: relativesAsked };
  const [{ data, etag }, relatives] = await Promise.all([
    callWithEtag(getMember, { params: { id }, signal }),
    call(searchRelatives, { body, signal }),
  ]);
  return { member: data, etag, relatives: relatives.results };
}
