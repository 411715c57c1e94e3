import type { Question } from './import-kind.ts';

/** A row waits if answers to questions solve all of it. Otherwise only what they do not solve is said. */
export function failureOf<Problem extends { sentence: string }>(
  problems: Problem[],
  questions: Question[],
): { fate: 'waiting' | 'problem'; problems: Problem[] } {
  const asked = new Set(questions.map(({ sentence }) => sentence));
  const rest = problems.filter(({ sentence }) => !asked.has(sentence));
  return rest.length === 0 && problems.length > 0
    ? { fate: 'waiting', problems }
    : { fate: 'problem', problems: rest };
}
