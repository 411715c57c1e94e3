import { createElement, type ReactNode } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { type CompanyValues, fieldLabels, type FieldName } from './company-values.ts';

/**
 * The words of a field. What someone else saved into it meanwhile matters more than its hint;
 * `filled` is the version that the form was filled from.
 */
export function companyField(
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
