import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type * as z from 'zod/mini';

/** Lets a form be checked by the schema that the server checks with; the first sentence a field. */
export function checkWith<Given extends FieldValues, Checked>(
  schema: z.ZodMiniType<Checked, Given>,
): Resolver<Given, unknown, Checked> {
  return (values) => {
    const checked = schema.safeParse(values);
    if (checked.success) return { values: checked.data, errors: {} };
    const errors: FieldErrors<Given> = {};
    const seen = new Set<string>();
    // What is said of two fields together comes last, but belongs where its field stands.
    const order = Object.keys(values);
    const place = ({ path }: { path: PropertyKey[] }) => order.indexOf(String(path[0]));
    for (const issue of checked.error.issues.toSorted((one, other) => place(one) - place(other))) {
      const name = issue.path.join('.') || 'root';
      if (seen.has(name)) continue;
      seen.add(name);
      set(errors, name, { type: 'check', message: issue.message });
    }
    return { values: {}, errors };
  };
}
