import type { FieldError } from '#contract/envelope.ts';

export const steps = ['registration', 'relatives', 'payment'] as const;
export type Step = (typeof steps)[number];

export const stepTitles: Readonly<Record<Step, string>> = {
  registration: 'Registration',
  relatives: 'Relatives',
  payment: 'Payment',
};

/** Only a family has relatives. product-rules 14.9. */
function stepsFor(isFamily: boolean): Step[] {
  return steps.filter((step) => isFamily || step !== 'relatives');
}

export function stepAfter(step: Step, isFamily: boolean): Step {
  const path = stepsFor(isFamily);
  return path[path.indexOf(step) + 1] ?? 'payment';
}

export function stepBefore(step: Step, isFamily: boolean): Step {
  const path = stepsFor(isFamily);
  return path[path.indexOf(step) - 1] ?? 'registration';
}

/** "Step 2 of 3". */
export function placeOf(step: Step, isFamily: boolean): string {
  const path = stepsFor(isFamily);
  return `Step ${path.indexOf(step) + 1} of ${path.length}`;
}

/** Which parts of the earlier steps are complete. */
export interface Progress {
  isFamily: boolean;
  person: boolean;
  passwords: boolean;
  relatives: boolean;
}

/** Forward, a reload or an old address may request a step that is not reachable yet. */
export function reachableStep(target: Step, progress: Progress): Step {
  const { isFamily, person, passwords, relatives } = progress;
  if (target === 'registration' || !person) return 'registration';
  if (target === 'relatives' && isFamily) return 'relatives';
  if (!passwords) return 'registration';
  return isFamily && !relatives ? 'relatives' : 'payment';
}

/** The first step with one of these fields, if any. */
export function firstStepOf(errors: readonly FieldError[]): Step | null {
  return steps.find((step) => errors.some(({ field }) => stepOfField(field) === step)) ?? null;
}

function stepOfField(field: string): Step | null {
  if (field === '' || field === 'fee') return null;
  if (field.startsWith('relatives')) return 'relatives';
  return field === 'paymentType' ? 'payment' : 'registration';
}

/** Whether `one` comes before `other`. */
export function isBehind(one: Step, other: Step): boolean {
  return steps.indexOf(one) < steps.indexOf(other);
}
