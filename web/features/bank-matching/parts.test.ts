import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Suggestion } from '#contract/bank-matching/endpoints.ts';
import { matchingWords as words } from '#contract/bank-matching/page-texts.ts';
import { partsInWords } from './in-words.ts';
import {
  bookableParts,
  checkParts,
  draft,
  draftsOf,
  fieldsOf,
  payerOf,
  placed,
  restOf,
  startsWithFirst,
} from './parts.ts';

const invoiceId = '0199d2a4-7c1e-4c8b-9a51-2f6d3e8b1c70';
const record = {
  kind: 'subscription',
  id: invoiceId,
  name: 'INV-00042',
  payer: 'J Smith',
  amount: 650,
  balance: 600,
  state: 'open',
} as const;
const pays = {
  kind: 'invoice',
  amount: 600,
  record,
  targetId: null,
  payerName: '',
  fee: 0,
} as const;
const rest = {
  kind: 'credit',
  amount: 50.5,
  record: null,
  targetId: null,
  payerName: 'Jan van Smith',
  fee: 0,
} as const;

function suggested(...parts: Suggestion['parts']): Suggestion {
  return { certainty: 'likely', why: [], parts, credits: [] };
}

test('a suggestion is said in words', () => {
  const charge = { ...rest, kind: 'charge', amount: 8.5, payerName: '' } as const;
  assert.equal(
    partsInWords([pays, rest], true),
    'INV-00042, J Smith, R600.00; Credit of Jan van Smith, R50.50',
  );
  assert.equal(partsInWords([charge], false), 'Bank charge, R8.50');
  assert.equal(partsInWords([charge], true), 'Interest of the bank, R8.50');
  assert.equal(
    partsInWords([{ ...pays, kind: 'recorded' }], true),
    'A payment that is recorded already: INV-00042, J Smith, R600.00',
  );
});

test('one press books what is complete, with the balance as it was shown', () => {
  assert.deepEqual(bookableParts(suggested(pays, rest)), [
    { kind: 'invoice', recordId: invoiceId, amount: 600, seenBalance: 600 },
    { kind: 'credit', amount: 50.5, payerName: 'Jan van Smith' },
  ]);
});

test('one press does not book what a person must complete or choose', () => {
  const without = { ...rest, payerName: '' };
  assert.equal(bookableParts(null), null);
  assert.equal(bookableParts(suggested()), null);
  assert.equal(bookableParts(suggested(without)), null);
  assert.equal(bookableParts(suggested({ ...rest, kind: 'new-donation' })), null);
  assert.equal(
    bookableParts(suggested({ ...pays, kind: 'reversal', targetId: invoiceId })),
    null,
    'needs a reason',
  );
  assert.equal(bookableParts({ ...suggested(pays), certainty: 'possible' }), null);
});

test('the first suggestion is chosen, unless a person must choose', () => {
  const recorded = suggested({ ...pays, kind: 'recorded' });
  const possible = { ...recorded, certainty: 'possible' } as const;
  assert.equal(startsWithFirst([]), false);
  assert.equal(startsWithFirst([suggested()]), false);
  // It says why nothing is suggested.
  assert.equal(
    startsWithFirst([{ ...suggested(pays), certainty: 'possible' }, suggested()]),
    false,
  );
  assert.equal(startsWithFirst([recorded, possible]), true);
  assert.equal(startsWithFirst([possible, { ...suggested(pays), certainty: 'possible' }]), false);
  assert.equal(startsWithFirst([{ ...suggested(pays), certainty: 'possible' }, possible]), true);
  const returned = suggested({ ...pays, kind: 'reversal' });
  assert.equal(startsWithFirst([returned]), true);
  assert.equal(startsWithFirst([{ ...returned, certainty: 'possible' }]), false);
});

test('the rest of a line is exact, and below zero if the parts are more', () => {
  const parts = draftsOf(suggested(pays, rest), true);
  assert.equal(restOf(parts, 650.5), 0);
  assert.equal(restOf(parts, 700.6), 5010);
  assert.equal(restOf(parts, 600.1), -5040);
  assert.equal(restOf(parts, -650.5), 0);
  // What was taken off money in makes room, and is money out of a line of money out.
  const back = draft({ kind: 'reversal', title: 'Returned' }, 50.5);
  assert.deepEqual([restOf([...parts, back], 600), restOf([...parts, back], -701)], [0, 0]);
  // A card payment is taken off money out, and what a provider kept off money in.
  const card = draft({ kind: 'recorded', title: 'A payment' }, 300);
  const kept = draft({ kind: 'kept-charge', title: 'Rental' }, 100);
  assert.deepEqual([restOf([back, card], 249.5), restOf([card, kept], 200)], [0, 0]);
  assert.equal(restOf([draft({ kind: 'refund', title: 'A refund' }, 500), card], -200), 0);
  const [first, second] = parts;
  assert.ok(first && second);
  assert.equal(restOf([first, { ...second, amount: 'much' }], 650.5), 5050);
  assert.equal(payerOf(parts), 'J Smith');
});

test('a name is split into first and last name for a donation', () => {
  const [part] = draftsOf(suggested({ ...rest, kind: 'new-donation' }), true);
  assert.deepEqual([part?.firstName, part?.lastName], ['Jan van', 'Smith']);
});

test('errors are at the field of their part', () => {
  const donation = draft({ kind: 'new-donation', title: 'New donation' }, 0);
  const credit = draft({ kind: 'credit', title: 'Credit', payerName: 'J Smith' }, 50);
  assert.deepEqual(checkParts([credit, donation], 650), {
    ok: false,
    problems: {
      [`${donation.key} amount`]: 'Please enter an amount.',
      [`${donation.key} firstName`]: 'First name is required.',
      [`${donation.key} lastName`]: 'Last name is required.',
      [`${donation.key} email`]: 'Email is required.',
    },
    message: null,
  });
  assert.deepEqual(
    placed(
      [credit],
      [
        { field: 'parts[0].payerName', message: 'A name.' },
        { field: 'parts.0.recordId', message: 'No record.' },
      ],
    ),
    { problems: { [`${credit.key} payerName`]: 'A name.' }, message: 'No record.' },
  );
});

test('parts that are more than the line are not sent', () => {
  const credit = draft({ kind: 'credit', title: 'Credit', payerName: 'J Smith' }, 50);
  assert.deepEqual(checkParts([credit], 49.5), {
    ok: false,
    problems: {},
    message: 'The parts are R0.50 more than the line. Change them.',
  });
  assert.deepEqual(checkParts([credit], 50), {
    ok: true,
    parts: [{ kind: 'credit', amount: 50, payerName: 'J Smith' }],
  });
  const nothing = (open: number) => checkParts([], open);
  assert.deepEqual(nothing(50), { ok: false, problems: {}, message: words.noParts(true) });
  assert.deepEqual(nothing(-50), { ok: false, problems: {}, message: words.noParts(false) });
});

test('parts with fixed amounts that are more than the line say what to do', () => {
  const recorded = draft({ kind: 'recorded', title: 'A payment', id: invoiceId }, 1200);
  const wrong = (parts: Parameters<typeof checkParts>[0], open: number) => {
    const checked = checkParts(parts, open);
    return checked.ok ? null : checked.message;
  };
  assert.equal(wrong([recorded], 1000), words.recordedTooMuch(200));
  assert.match(words.recordedTooMuch(200), /^The parts are R200\.00 more .* at most 10 % /);
  const refund = draft({ kind: 'refund', title: 'A refund', id: invoiceId }, 300);
  assert.equal(wrong([refund], -250), words.outTooMuch(50));
  const credit = draft({ kind: 'credit', title: 'Credit', payerName: 'J Smith' }, 50);
  assert.equal(wrong([recorded, credit], 1200), words.tooMuch(50));
});

test('of an overpayment that went back the reason is asked once, and the membership of the invoice', () => {
  const creditId = '0199d2a4-7c1e-4c8b-9a51-2f6d3e8b1c71';
  const kind = 'reversal' as const;
  const drafts = draftsOf(
    suggested({ ...pays, kind, targetId: invoiceId }, { ...rest, kind, targetId: creditId }),
    false,
  );
  const [first, second] = drafts;
  assert.ok(first && second);
  assert.deepEqual(fieldsOf(first, drafts), ['reason', 'period', 'voidsOther']);
  assert.deepEqual(fieldsOf(second, drafts), []);
  assert.deepEqual(checkParts(drafts, -650.5), {
    ok: false,
    problems: { [`${first.key} reason`]: 'Please give a reason.' },
    message: null,
  });
  const checked = checkParts([{ ...first, reason: 'Returned', period: 'kept' }, second], -650.5);
  assert.ok(checked.ok);
  const choices = checked.parts.map((part) =>
    part.kind === 'reversal' ? [part.reason, part.period] : [],
  );
  assert.deepEqual(choices, [
    ['Returned', 'kept'],
    ['Returned', null],
  ]);
  // Of the second alone the reason is asked.
  assert.deepEqual(fieldsOf(second, [second]), ['reason']);
});

test('what a provider kept has its own reason, beside a payment that went back, too', () => {
  const kept = draft({ kind: 'kept-charge', title: 'Rental' }, 100);
  const [back] = draftsOf(suggested({ ...pays, kind: 'reversal', targetId: invoiceId }), true);
  const came = draft({ kind: 'credit', title: 'Takings', payerName: 'Zola' }, 1000);
  assert.ok(back);
  assert.deepEqual(checkParts([came, back, kept], 300), {
    ok: false,
    problems: {
      [`${back.key} reason`]: 'Please give a reason.',
      [`${kept.key} reason`]: 'Please say what it is for.',
    },
    message: null,
  });
  const drafts = [came, { ...back, reason: 'Charged back' }, { ...kept, reason: 'Rental' }];
  for (const some of [drafts, drafts.filter(({ kind }) => kind !== 'reversal')]) {
    const checked = checkParts(some, 1000);
    assert.ok(checked.ok);
    const reasons = checked.parts.flatMap((part) => ('reason' in part ? part.reason : []));
    assert.deepEqual(reasons, some.length === 3 ? ['Charged back', 'Rental'] : ['Rental']);
  }
});
