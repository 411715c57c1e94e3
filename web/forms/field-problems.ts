/** An invalid field and its message; `name` as the form names it (`relatives.0.email`). */
export interface FieldProblem {
  name: string;
  message: string;
}

/** Flattens react-hook-form's errors, in their order. */
export function fieldProblems(errors: object, above = ''): FieldProblem[] {
  return Object.entries(errors).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return [];
    const name = above === '' ? key : `${above}.${key}`;
    if ('message' in value && typeof value.message === 'string') {
      return [{ name, message: value.message }];
    }
    return key === 'ref' ? [] : fieldProblems(value, name);
  });
}

/** The number of inputs behind these values. */
export function countFields(values: unknown): number {
  if (typeof values !== 'object' || values === null) return 1;
  if (values instanceof Blob || values instanceof Date) return 1;
  return Object.values(values).reduce((sum: number, value) => sum + countFields(value), 0);
}

/** `relatives[0].email`, as a server may write it, is `relatives.0.email` in the form. */
export function formName(field: string): string {
  return field.replaceAll(/\[(\d+)\]/g, '.$1');
}
