import { createElement, type ReactNode, useEffect, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { companyInfoTexts, updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import { nothingChanged } from '#contract/envelope.ts';
import { asApiError } from '#web/api/api-error.ts';
import { loadPublicSettings } from '#web/api/use-public-settings.ts';
import { useCall } from '#web/api/use-call.ts';
import { problemIn } from '#web/forms/problem-in.ts';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { useUnsavedChanges } from '#web/forms/use-unsaved-changes.ts';
import { useNotify } from '#web/ui/notices.tsx';
import {
  type CompanyValues,
  companyRules,
  compareEdits,
  fieldLabels,
  type FieldName,
  type FormValues,
  valuesOf,
} from './company-values.ts';
import { readCompanyInfo, type LoadedCompanyInfo } from './use-company-info.ts';

/** The form, with a merge if someone else saved first. */
export function useCompanyForm(loaded: LoadedCompanyInfo) {
  const [filledFrom, setFilledFrom] = useState(loaded);
  const [merge, setMerge] = useState<ReturnType<typeof compareEdits> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [reloading, setReloading] = useState(false);
  const notify = useNotify();
  const filled = valuesOf(filledFrom.company);
  const form = useCheckedForm(companyRules(filled), {
    defaultValues: { ...filled, accountNumberAgain: '' },
  });
  const errors = useErrorFocus(form);
  const saving = useCall(updateCompanyInfo);
  useUnsavedChanges(form.formState.isDirty);

  const { setFocus } = form;
  useEffect(() => {
    if (merge) setFocus(merge.changedThere[0] ?? merge.typedHere[0] ?? 'name');
  }, [merge, setFocus]);

  function fill(loaded: LoadedCompanyInfo) {
    setFilledFrom(loaded);
    setMerge(null);
    setProblem(null);
    saving.clearError();
    form.reset({ ...valuesOf(loaded.company), accountNumberAgain: '' });
  }

  async function save({ accountNumberAgain: _again, ...body }: Partial<FormValues>) {
    setProblem(null);
    const { isDirty } = form.formState;
    const { id } = filledFrom.company;
    const outcome = await saving.send({ params: { id }, body, ifMatch: filledFrom.etag });
    if (outcome.ok) {
      fill({ company: outcome.data, etag: outcome.etag });
      notify.success(isDirty ? companyInfoTexts.saved : nothingChanged);
      // The name is in the window's title. If this fails, the next page loads it.
      void loadPublicSettings().catch(() => undefined);
    } else if (outcome.error) {
      setProblem(problemIn(outcome.error, errors));
    }
  }

  /** Loads the latest version and keeps what was typed. */
  async function reload() {
    setReloading(true);
    try {
      const { accountNumberAgain, ...values } = form.getValues();
      const typed = { ...filled, ...values };
      const loaded = await readCompanyInfo(filledFrom.company.id);
      const edits = compareEdits(filled, typed, valuesOf(loaded.company));
      fill(loaded);
      for (const name of edits.typedHere) form.setValue(name, typed[name], { shouldDirty: true });
      form.setValue('accountNumberAgain', accountNumberAgain);
      setMerge(edits);
    } catch (error) {
      setProblem(asApiError(error).message);
    } finally {
      setReloading(false);
    }
  }

  return {
    form,
    errors,
    field: companyField(form.formState.errors, filled, merge?.changedThere ?? []),
    /** What the form was filled with. */
    filled,
    /** As it was loaded, without what is being typed. */
    company: filledFrom.company,
    isMerged: merge !== null,
    problem,
    save,
    saving: saving.busy,
    isStale: saving.error?.status === 412,
    reload,
    reloading,
    discard: () => fill(filledFrom),
  };
}

export type CompanyForm = ReturnType<typeof useCompanyForm>;

/**
 * The label and hint of a field. If someone else changed it, their value replaces the hint;
 * `filled` is the version that the form was filled from.
 */
function companyField(
  errors: FieldErrors<CompanyValues>,
  filled: CompanyValues,
  changedThere: readonly FieldName[],
) {
  return (name: FieldName, hint?: string) => ({
    label: fieldLabels[name],
    error: errors[name]?.message,
    hint: changedThere.includes(name) ? theirs(filled[name]) : hint,
  });
}

function theirs(value: string | number | null | undefined): ReactNode {
  const isEmpty = value === '' || value == null;
  const words = isEmpty ? 'Someone else emptied this field.' : `Someone else saved: ${value}`;
  return createElement('strong', null, words);
}
