import type { Choices } from './choices.ts';
import type { ImportJob } from '#server/features/imports/kinds/import-kind.ts';
import type { Matches } from './find-matches.ts';

export interface Check {
  job: ImportJob;
  at: Date;
  matches: Matches;
  choices: Choices;
}
