import { allEndpoints } from '#test/support/endpoints.ts';
import { accountCalls, twoStepCalls, userCalls } from './accounts.ts';
import { bankMatchingCalls, bankStatementCalls, proofCalls } from './bank.ts';
import { bulkEmailCalls, bulkRunCalls, linkCalls, mailCalls } from './emails.ts';
import type { Fixture } from './fixture.ts';
import { importCalls } from './imports.ts';
import { invoiceCalls, renewalCalls } from './invoices.ts';
import { memberCalls } from './members.ts';
import { monthEndCalls } from './month-end.ts';
import { cardCalls, creditCalls, donationCalls } from './payments.ts';
import { erasureCalls, privacyCalls } from './privacy.ts';
import { searchCalls } from './searches.ts';
import { backupCalls, choiceCalls, companyCalls, connectionCalls } from './settings.ts';

export const endpoints = await allEndpoints();
const nameOf = new Map(endpoints.map(({ name, endpoint }) => [endpoint, name]));
const isReader = ({ endpoint: { method, readOnly } }: (typeof endpoints)[number]) =>
  method === 'GET' || readOnly === true;
export const readers = new Set(endpoints.filter(isReader).map(({ name }) => name));

/**
 * The calls of the application, each with a good input and what the tests expect of it. `endpointName` is the
 * name of the endpoint in the contract; `name` has the case after a colon.
 */
export function allCalls(fixture: Fixture) {
  const subjects = [
    searchCalls,
    memberCalls,
    invoiceCalls,
    renewalCalls,
    donationCalls,
    cardCalls,
    creditCalls,
    accountCalls,
    userCalls,
    choiceCalls,
    companyCalls,
    connectionCalls,
    privacyCalls,
    linkCalls,
    bulkEmailCalls,
    bulkRunCalls,
    mailCalls,
    importCalls,
    bankStatementCalls,
    proofCalls,
    bankMatchingCalls,
    // Later, because erasing leaves changes of recipients to merge, which a list of bulk emails adds up.
    erasureCalls,
    twoStepCalls,
    backupCalls,
    monthEndCalls,
  ];
  return subjects
    .flatMap((callsOf) => callsOf(fixture))
    .map((call) => {
      const endpointName = nameOf.get(call.endpoint) ?? '';
      const isAudited = !call.case && !call.notAudited && !readers.has(endpointName);
      return {
        ...call,
        endpointName,
        name: call.case ? `${endpointName}: ${call.case}` : endpointName,
        audits: call.audits ?? (isAudited ? [endpointName] : []),
      };
    });
}
