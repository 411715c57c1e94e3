import * as z from 'zod/mini';
import type { Day } from '#contract/days.ts';
import { endpoint } from '#contract/endpoint.ts';
import { day, idParams } from '#contract/fields.ts';

export const statementTexts = {
  title: 'Statement of account',
  explained:
    'What came before the first day is brought forward. Leave both days empty for all until today.',
  from: 'From',
  to: 'To',
  save: 'Save PDF',
  brought: 'Brought forward',
  wrongOrder: 'The last day is before the first one.',
  noMember: 'This member does not exist. Go back to the list and open the member again.',
  noDonor: 'This donation does not exist. Go back to the list and open the donation again.',
} as const;

/** Both days count. Without one it begins with the first movement, or ends today. */
export const statementDays = z.object({ from: z.optional(day), to: z.optional(day) });
export type StatementDays = z.output<typeof statementDays>;

/** Somebody saves those of many people in one folder. The day is the last one of the statement. */
export function statementName(person: string, until: Day): string {
  return `Statement ${person.replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, ' ').trim()} ${until}.pdf`;
}

export const getMemberStatement = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/members/:id/statement-of-account',
  permission: 'money.read',
  summary:
    'What a member was invoiced and has paid, with the donations from the same email, of all time or some days, as a PDF',
  params: idParams,
  query: statementDays,
  file: 'application/pdf',
});

export const getDonorStatement = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/donations/:id/statement-of-account',
  permission: 'money.read',
  summary: 'The donations that came from the email of this one, of all time or some days, as a PDF',
  params: idParams,
  query: statementDays,
  file: 'application/pdf',
});
