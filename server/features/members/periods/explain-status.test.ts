import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays } from '#contract/calendar.ts';
import { formatDay } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import type { PeriodSource } from '#contract/members/status-sentences.ts';
import { explainStatus, type StatusFacts } from './explain-status.ts';
import { statusOn } from './status-on-day.ts';

const never: StatusFacts = {
  today: '2026-11-22',
  status: statusNames.pending,
  signupDate: '2026-03-10',
  last: null,
  byHand: null,
  deactivatedReason: null,
  archivedOn: null,
  isFree: false,
  openInvoice: null,
};

/** A member whose last paid period ends on this day, with the automatic status. */
function ending(endsOn: string, changes: Partial<StatusFacts> = {}): StatusFacts {
  const last = { endsOn, source: 'payment' } as const;
  return { ...never, last, status: statusOn(never.today, endsOn), ...changes };
}

function assertExplained(facts: StatusFacts, why: string, next: string): void {
  assert.deepEqual(explainStatus(facts), { why, next });
}

test('Pending: not paid yet', () => {
  const why = 'Pending: joined on 10 Mar 2026, the membership is not paid yet.';
  assertExplained(never, why, 'Active when the membership is paid.');
  assertExplained(
    { ...never, openInvoice: 'INV-00042' },
    why,
    'Active when the membership is paid. Invoice INV-00042 is not paid yet.',
  );
  assertExplained(
    { ...never, openInvoice: 'INV-00042', restToPay: 250 },
    why,
    'Active when the membership is paid. Of invoice INV-00042 R250.00 is still to pay.',
  );
});

test('Pending with a free type', () => {
  assertExplained(
    { ...never, isFree: true },
    'Pending: joined on 10 Mar 2026, no membership yet.',
    'The member type is free. Set the status to Active to start the membership.',
  );
});

test('Active: until when, and when it becomes due', () => {
  assertExplained(
    ending('2027-12-31'),
    'Active: paid until 31 Dec 2027.',
    'Due for Renewal from 1 Nov 2027.',
  );
});

test('Active without a payment: a free type, a period entered by hand, a payment undone or written off', () => {
  const until = (source: PeriodSource) =>
    explainStatus(ending('2027-12-31', { last: { endsOn: '2027-12-31', source } })).why;
  assert.equal(until('free'), 'Active: free membership until 31 Dec 2027.');
  assert.equal(until('hand'), 'Active: valid until 31 Dec 2027 without a payment.');
  assert.equal(
    until('undone'),
    'Active: valid until 31 Dec 2027, although its payment was undone.',
  );
  assert.equal(until('writtenOff'), 'Active: valid until 31 Dec 2027, its invoice written off.');
});

test('Due for Renewal: since when, and when it expires', () => {
  assertExplained(
    ending('2026-12-31', { openInvoice: 'INV-00042' }),
    'Due for Renewal since 1 Nov 2026: paid until 31 Dec 2026, no renewal paid.',
    'Expired from 31 Jan 2027 without a renewal. Invoice INV-00042 is not paid yet.',
  );
});

test('Expired: since when and why', () => {
  assertExplained(
    ending('2026-01-01'),
    'Expired since 1 Feb 2026, 31 days after the end: paid until 1 Jan 2026, no renewal paid.',
    'Active again with the next membership payment.',
  );
  const last = { endsOn: '2026-01-01', source: 'free' } as const;
  assertExplained(
    ending('2026-01-01', { isFree: true, last }),
    'Expired since 1 Feb 2026, 31 days after the end: free membership until 1 Jan 2026, not renewed.',
    'Active again when the free membership is renewed.',
  );
});

test('set by hand: the administrator, the day and the end', () => {
  const byHand = { by: 'Naledi Khumalo', on: '2026-11-03', lastsUntil: '2027-03-09' };
  const status = statusNames.expired;
  assertExplained(
    ending('2027-03-09', { status, byHand }),
    'Expired, set by hand by Naledi Khumalo on 3 Nov 2026: paid until 9 Mar 2027.',
    'Follows the payments again from 10 Mar 2027, or with the next membership payment.',
  );
  assertExplained(
    { ...never, status: 'Honorary', byHand: { ...byHand, lastsUntil: null } },
    'Honorary, set by hand by Naledi Khumalo on 3 Nov 2026.',
    'Stays until the next membership payment, or until you return it to automatic.',
  );
});

test('Deactivated: the administrator, the day and the reason', () => {
  const status = statusNames.deactivated;
  const byHand = { by: 'Naledi Khumalo', on: '2026-11-03', lastsUntil: null };
  const next = 'Stays until you change the status. A payment does not change it.';
  assertExplained(
    ending('2027-12-31', { status, byHand, deactivatedReason: 'Asked to\nleave.' }),
    'Deactivated by Naledi Khumalo on 3 Nov 2026: Asked to leave.',
    next,
  );
  assertExplained({ ...never, status }, 'Deactivated.', next);
});

test('archived: when, and what restoring does', () => {
  const archivedOn = '2026-11-20';
  assertExplained(
    ending('2026-01-01', { archivedOn }),
    'Archived on 20 Nov 2026. The status was Expired: paid until 1 Jan 2026.',
    'Restoring brings the record and the number back, and mails an invitation.',
  );
  assertExplained(
    ending('2026-01-01', {
      archivedOn,
      status: statusNames.deactivated,
      deactivatedReason: 'Moved away',
    }),
    'Archived on 20 Nov 2026. The status was Deactivated: Moved away.',
    'Restoring brings the record and the number back. The member stays Deactivated.',
  );
});

test('archived and erased: nothing is said about restoring', () => {
  assertExplained(
    ending('2026-01-01', { archivedOn: '2026-11-20', isErased: true }),
    'Archived on 20 Nov 2026. The status was Expired: paid until 1 Jan 2026.',
    'The personal details were erased, so the record stays as it is.',
  );
});

test('a status that the daily run has not updated yet', () => {
  assertExplained(
    ending('2026-01-01', { status: statusNames.active }),
    'Active.',
    'Expired from the next daily update.',
  );
});

const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2024-01-01', days));

/** The day that the sentence names after these words. */
function dayAfter(words: string, sentence: string): string | undefined {
  return new RegExp(`${words} (\\d+ \\w{3} \\d{4})`).exec(sentence)?.[1];
}

test('on every day, the days in the sentences are those on which the rule changes the status', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -200, max: 200 }), (endsOn, away) => {
      const today = addDays(endsOn, away);
      const status = statusOn(today, endsOn);
      const { why, next } = explainStatus({ ...ending(endsOn), today, status });
      assert.ok(why.startsWith(status), why);
      const around = Array.from({ length: 420 }, (_, n) => addDays(endsOn, n - 210));
      const first = (name: string) => around.find((one) => statusOn(one, endsOn) === name) ?? '';
      if (status === statusNames.active) {
        assert.equal(dayAfter('Due for Renewal from', next), formatDay(first(statusNames.due)));
        return;
      }
      assert.equal(dayAfter('since', why), formatDay(first(status)));
      if (status !== statusNames.due) return;
      assert.equal(dayAfter('Expired from', next), formatDay(first(statusNames.expired)));
    }),
  );
});
