import type { Origin } from '#server/platform/http/origin.ts';

/** The jobs of the workers, with their data. */
export interface Jobs {
  'mail-reset-link': { email: string; origin?: Origin | undefined };
  'judge-notification': { notificationId: string };
  'judge-due-notifications': Record<string, never>;
  'run-day': Record<string, never>;
  'finish-renewals': { runId: string };
  'continue-import': { importId: string };
  'import-statement': { statementId: string };
  'judge-bank-lines': Record<string, never>;
  'forget-old': Record<string, never>;
  'recount-lists': Record<string, never>;
  'merge-list-changes': Record<string, never>;
  'back-up': Record<string, never>;
  'list-revocations': Record<string, never>;
  'apply-retention': Record<string, never>;
  'compare-members': Record<string, never>;
  'compare-payments': Record<string, never>;
  'check-books': Record<string, never>;
}
export type JobName = keyof Jobs;

export const jobNames: readonly JobName[] = [
  'mail-reset-link',
  'judge-notification',
  'judge-due-notifications',
  'run-day',
  'finish-renewals',
  'continue-import',
  'import-statement',
  'judge-bank-lines',
  'forget-old',
  'recount-lists',
  'merge-list-changes',
  'back-up',
  'list-revocations',
  'apply-retention',
  'compare-members',
  'compare-payments',
  'check-books',
];

/** The delay of a job that continues elsewhere, in seconds: a process that is shutting down does not take it again. */
export const restartTakes = 10;
