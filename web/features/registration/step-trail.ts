import { steps, type Step } from './wizard-steps.ts';

/** The steps of the history up to and including the current entry. */
export type Trail = readonly [Step, ...Step[]];

export function trailOf(state: unknown): Trail {
  const trail: unknown = isRecord(state) ? state['trail'] : undefined;
  const [first, ...rest] = Array.isArray(trail) ? trail.filter(isStep) : [];
  return [first ?? 'registration', ...rest];
}

export function lastOf(trail: Trail): Step {
  return trail.at(-1) ?? trail[0];
}

export function further(trail: Trail, step: Step): Trail {
  return [...trail, step];
}

export function replaced(trail: Trail, step: Step): Trail {
  const [first, ...rest] = trail.slice(0, -1);
  return first === undefined ? [step] : [first, ...rest, step];
}

/** How many entries back the step is; null if it is not behind the current one. */
export function entriesBack(trail: Trail, step: Step): number | null {
  const place = trail.slice(0, -1).lastIndexOf(step);
  return place === -1 ? null : trail.length - 1 - place;
}

function isStep(value: unknown): value is Step {
  return steps.some((step) => step === value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
