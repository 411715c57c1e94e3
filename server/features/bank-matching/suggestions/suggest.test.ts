import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLetter, paymentReference } from '#contract/payment-references/payment-reference.ts';
import type { Payable } from '#server/features/payments/payable.ts';
import { unnoticedSlips } from './near-numbers.ts';
import { readLine } from './read-line.ts';
import { suggest } from './suggest.ts';
import type { LineWorld, OpenLine } from './world.ts';

function invoice(number: number, changes: Partial<Payable> = {}): Payable {
  return {
    kind: 'invoice',
    id: `invoice ${number}`,
    number,
    firstName: 'Anna',
    lastName: 'Botha',
    memberId: `member ${number}`,
    email: `${number}@example.org`,
    amountCents: 45_000,
    balanceCents: 45_000,
    state: 'open',
    createdOn: '2027-02-01',
    ...changes,
  };
}

const line = (text: string, changes: Partial<OpenLine> = {}): OpenLine => ({
  id: 'line',
  accountId: 'account',
  day: '2027-03-10',
  isOut: false,
  amountCents: 45_000,
  openCents: 45_000,
  text,
  reference: '',
  isRand: true,
  ...changes,
});

const world = (changes: Partial<LineWorld> = {}): LineWorld => ({
  today: '2027-03-10',
  numbered: [],
  sameBalance: [],
  cutOff: [],
  named: [],
  ofMembers: [],
  payers: [],
  byHand: [],
  earlier: [],
  payments: [],
  wentOut: [],
  refunds: [],
  credits: [],
  cameIn: [],
  ...changes,
});

const ours = invoice(42);
const reference = paymentReference('INV', 42);

/** "certain: invoice 42". */
function best(one: OpenLine, known: LineWorld): string {
  const [first] = suggest(one, known);
  if (first === undefined) return 'none';
  const parts = first.parts.map(({ kind, record }) => record?.id ?? kind);
  return `${first.certainty}: ${parts.join(' + ')}`;
}

test('the right letter with the amount is certain, in each mangling', () => {
  for (const text of [
    `MAGTAPE CREDIT CAPITEC   ${reference}`,
    'FNB APP PAYMENT FROM INV42K J SMITH',
    'inv 00042 k',
    'ABSA BANK INV-OOO42-K         TRANSFER  0990915775',
    'Payment Received: Fnb       Inv-00042-k         Payment   0912345603',
  ]) {
    assert.equal(best(line(text), world({ numbered: [ours] })), 'certain: invoice 42', text);
  }
});

const stranger = { memberId: 'member 7', email: null, name: 'Another', records: [] };
const other = invoice(50, { lastName: 'Nkosi' });
const byHand = {
  id: 'payment',
  amountCents: 45_000,
  paidOn: '2027-03-09',
  bankReference: '',
  record: ours,
  payerName: '',
};

const recorded = {
  id: 'late',
  recordId: ours.id,
  amountCents: 45_000,
  paidOn: '2027-03-31',
  undoneOn: null,
};
const undone = { ...recorded, id: 'undone', paidOn: '2027-03-09', undoneOn: '2027-03-10' };
const wentOut = { day: '2027-03-12', text: 'REV-MAGTAPE CREDIT', reference: '' };

const outTo = (payee: string) => ({ ...wentOut, text: `FNB APP PAYMENT TO ${payee}` });

const payerOf = (record: Payable) => ({ ...stranger, records: [record] });

const doubts: [why: string, text: string, line: Partial<OpenLine>, world: Partial<LineWorld>][] = [
  ['another number', `${reference} INV-00050`, {}, {}],
  ['a bare number of a record with the amount', `${reference} 50`, {}, { numbered: [ours, other] }],
  ['a payer confirmed for somebody else', `${reference} KHANYI`, {}, { payers: [stranger] }],
  ['an undone payment of the record', reference, {}, { payments: [undone] }],
  ['an open line that may take the money back', reference, {}, { wentOut: [wentOut] }],
  [
    'an open line of money out with the reference',
    reference,
    {},
    { wentOut: [{ ...wentOut, text: `REV-MAGTAPE CREDIT ${reference}` }] },
  ],
  [
    'an open line of money out with the number',
    reference,
    {},
    { wentOut: [{ ...wentOut, text: 'EFT TO ESKOM INV 42' }] },
  ],
  ['an open line of money out to the payer', reference, {}, { wentOut: [outTo('BOTHA A')] }],
  [
    'an open line of money out with the words of this one',
    `${reference} KHANYI`,
    {},
    { wentOut: [outTo('KHANYI')] },
  ],
  ['an open line of money out without a payee', reference, {}, { wentOut: [outTo('')] }],
  ['a day before the record was made', reference, { day: '2027-01-30' }, {}],
  ['a day after today', reference, { day: '2027-03-11' }, {}],
  ['a returned payment', `REVERSAL ${reference}`, {}, {}],
  ['a part that is booked', reference, { amountCents: 90_000 }, {}],
];

for (const [why, text, changes, known] of doubts) {
  test(`${why} makes the same line likely`, () => {
    const found = suggest(line(text, changes), world({ numbered: [ours], ...known }));
    const paying = found.find(({ parts }) => parts[0]?.record?.id === 'invoice 42');
    assert.equal(paying?.certainty, 'likely', JSON.stringify(found));
    assert.ok(found.every(({ certainty }) => certainty !== 'certain'));
    assert.ok(paying.why.length >= 1);
  });
}

const rivals: typeof doubts = [
  ['the surname of another payer who owes the same', `${reference} NKOSI`, {}, { named: [other] }],
  ['the same without a check letter', 'INV-00042 NKOSI', {}, { named: [other] }],
  ['the number of another open record', `${reference} INV-00050`, {}, { numbered: [ours, other] }],
  ['a payment by hand of the record', reference, {}, { byHand: [byHand] }],
  ['a later payment by hand of the record', reference, {}, { payments: [recorded] }],
  ['a payer confirmed for another record', 'INV-00042 KHANYI', {}, { payers: [payerOf(other)] }],
];

for (const [why, text, changes, known] of rivals) {
  test(`${why} makes a choice of the line, which no press of one button books`, () => {
    const found = suggest(line(text, changes), world({ numbered: [ours], ...known }));
    assert.ok(found.length > 1);
    for (const { certainty } of found) assert.equal(certainty, 'possible', JSON.stringify(found));
  });
}

test('a number in the text beats the surname of another payment or record', () => {
  const lindiwe = invoice(347, { firstName: 'Lindiwe', lastName: 'Molefe' });
  const palesa = invoice(341, { firstName: 'Palesa', lastName: 'Molefe' });
  const paid = { ...palesa, state: 'paid', balanceCents: 0 } as const;
  const known = world({
    numbered: [lindiwe],
    named: [lindiwe, palesa],
    byHand: [{ ...byHand, record: paid }],
  });
  const [first, ...others] = suggest(line('INTERNET PMT FROM inv 347 MOLEFE'), known);
  assert.deepEqual([first?.certainty, first?.parts[0]?.record?.number], ['likely', 347]);
  const whys = others.flatMap(({ certainty, why }) => {
    assert.equal(certainty, 'possible');
    return why;
  });
  assert.ok(whys.includes('The surname of the payer is in the text.'));
  assert.ok(!whys.includes('It is of the same record or payer.'), 'it is of neither');
});

test('a payment by hand of which only the amount fits stands behind the invoice that the text names', () => {
  const lotter = invoice(171, { lastName: 'Lotter' });
  const strangers = [1, 2, 3].map((number) => ({
    ...byHand,
    id: `payment ${number}`,
    record: invoice(number, { lastName: 'Nkosi', state: 'paid', balanceCents: 0 }),
  }));
  const text = 'INTERNET PMT FROM inv 171 LOTTER';
  const namesake = invoice(180, { lastName: 'Lotter' });
  const cases: [known: Partial<LineWorld>, certainty: string][] = [
    [{ numbered: [lotter] }, 'likely'],
    // The name, or the payer, is of another record: a person must choose.
    [{ numbered: [invoice(171)], named: [namesake] }, 'possible'],
    [{ numbered: [lotter], payers: [payerOf(other)] }, 'possible'],
    // The number is unknown, and the surname is of several.
    [{ named: [lotter, namesake] }, 'possible'],
  ];
  for (const [known, certainty] of cases) {
    const found = suggest(line(text), world({ ...known, byHand: strangers }));
    const [first] = found;
    assert.deepEqual(
      [first?.certainty, first?.parts.map(({ kind, record }) => `${kind} ${record?.number}`)],
      [certainty, ['invoice 171']],
      JSON.stringify(found),
    );
    assert.equal(found.filter(({ parts }) => parts[0]?.kind === 'recorded').length, 3);
  }
});

test('what anybody types beside a payment by hand does not make it fit', () => {
  const one = { ...byHand, bankReference: 'membership', record: other };
  assert.equal(best(line('MEMBERSHIP J SMITH'), world({ byHand: [one] })), 'possible: invoice 50');
  const own = { ...one, bankReference: 'J Smith' };
  assert.equal(best(line('MEMBERSHIP J SMITH'), world({ byHand: [own] })), 'likely: invoice 50');
});

test('both named invoices are paid, also if the bank may have cut the last one', () => {
  const [one, two] = [357, 356].map((number) => invoice(number, { memberId: 'member' }));
  assert.ok(one !== undefined && two !== undefined);
  const both = { amountCents: 90_000, openCents: 90_000 };
  const known = world({ numbered: [one, two] });
  for (const text of ['INV357 INV356', 'PAYMENT FROM INV357 INV356']) {
    assert.equal(best(line(text, both), known), 'likely: invoice 357 + invoice 356', text);
    const said = suggest(line(text, both), known).flatMap(({ why }) => why);
    assert.ok(!said.some((why) => why.includes('begins like it')), said.join(' '));
  }
  // The last one is shorter: digits are missing.
  const cut = best(line('PAYMENT FROM INV357 INV35', both), known);
  assert.equal(cut, 'likely: invoice 357 + credit');
});

test('donasie, skenking and ledegeld say what the money is for', () => {
  const zoe = invoice(42, { firstName: 'Zoë' });
  const gift = invoice(9, { kind: 'donation', id: 'donation 9', firstName: 'Zoë' });
  for (const word of ['DONASIE', 'SKENKING', 'donation']) {
    assert.equal(
      best(line(`${word} BOTHA`), world({ named: [zoe] })),
      'likely: new-donation',
      word,
    );
  }
  assert.equal(best(line('LEDEGELD BOTHA'), world({ named: [zoe, gift] })), 'likely: invoice 42');
  assert.equal(best(line('SKENKING BOTHA'), world({ named: [zoe, gift] })), 'likely: donation 9');
  assert.equal(readLine(line('LEDEGELD SKENKING')).payerKey, null);
});

test('another initial beside the surname is only possible', () => {
  const zoe = invoice(42, { firstName: 'Zoë' });
  assert.equal(best(line('M BOTHA'), world({ named: [zoe] })), 'possible: invoice 42');
  assert.equal(best(line('Z BOTHA'), world({ named: [zoe] })), 'likely: invoice 42');
});

test('a membership number is a possible sign of the open invoice of that member, likely with the surname', () => {
  const ofMembers = [ours];
  const known = world({ ofMembers });
  assert.equal(best(line('P NKOSI 143'), known), 'possible: invoice 42');
  assert.equal(best(line('BOTHA 00143'), known), 'likely: invoice 42');
  assert.equal(best(line('Z BOTHA 143'), known), 'possible: invoice 42');
  assert.equal(best(line('DONATION BOTHA 143'), known), 'likely: new-donation');
  // A number of the bank is no sign of a part.
  assert.equal(best(line('P NKOSI 143', { openCents: 10_000 }), known), 'none');
  assert.equal(best(line('BOTHA 143', { openCents: 10_000 }), known), 'possible: invoice 42');
  // Of several people with the surname it is this one.
  const brother = invoice(43);
  const several = world({ ofMembers, named: [brother, ours] });
  assert.equal(best(line('BOTHA 143'), several), 'likely: invoice 42');
  // A reference comes first.
  const both = world({ ofMembers: [other], numbered: [ours] });
  assert.equal(best(line(`NKOSI 143 ${reference}`), both), 'certain: invoice 42');
});

test('what cannot be about this money leaves the line certain', () => {
  const cannot: Partial<LineWorld>[] = [
    { payments: [{ ...undone, undoneOn: '2027-03-09' }] },
    { payments: [{ ...undone, amountCents: 100 }] },
    { payments: [{ ...undone, recordId: other.id }] },
    { wentOut: [{ ...wentOut, text: `REV ${paymentReference('INV', 50)}` }] },
    { wentOut: [outTo('ESKOM ELECTRICITY'), outTo('SPAR HOEDSPRUIT')] },
  ];
  for (const known of cannot) {
    const best42 = best(line(reference), world({ numbered: [ours], ...known }));
    assert.equal(best42, 'certain: invoice 42', JSON.stringify(known));
  }
});

/** A short number whose letter is right with a digit more, too. */
function numberWithSlip(): { typed: string; number: number; slipped: number } {
  for (let number = 10; number < 1000; number += 1) {
    const typed = `INV-${number}-${checkLetter('INV', number)}`;
    const [read] = readLine(line(typed)).references;
    const [slipped] = read === undefined ? [] : unnoticedSlips(read);
    if (slipped !== undefined) return { typed, number, slipped };
  }
  throw new Error('no number has such a slip');
}

test('a record that one lost digit could have meant makes the line likely, if it fits as well', () => {
  const { typed, number, slipped } = numberWithSlip();
  const short = invoice(number);
  const slip = invoice(slipped);
  const paid = { ...slip, state: 'paid', balanceCents: 0 } as const;
  for (const one of [slip, paid]) {
    assert.equal(best(line(typed), world({ numbered: [short, one] })), `likely: ${short.id}`);
  }
  const dear = { ...slip, amountCents: 90_000, balanceCents: 90_000 };
  const gone = { ...slip, state: 'void', balanceCents: 0 } as const;
  const full = line(paymentReference('INV', number));
  const named = line(`${typed} BOTHA`);
  const foreign = { ...slip, lastName: 'Nkosi' };
  for (const [text, one] of [
    [line(typed), dear],
    [line(typed), gone],
    [full, slip],
    [named, foreign],
  ] as const) {
    assert.equal(best(text, world({ numbered: [short, one] })), `certain: ${short.id}`);
  }
});

test('without the letter, with a wrong one, or cut, nothing is certain', () => {
  const known = world({ numbered: [ours], cutOff: [ours], named: [ours] });
  const wrong = checkLetter('INV', 43);
  for (const text of ['INV-00042', `INV-00042-${wrong}`, 'CAPITEC   A BOTHA ......INV-000', '42']) {
    const found = suggest(line(text), known);
    assert.ok(found.length > 0, text);
    assert.ok(
      found.every(({ certainty }) => certainty !== 'certain'),
      text,
    );
  }
});

test('several references: certain of one payer, likely of several', () => {
  const second = invoice(43, { memberId: ours.memberId });
  const text = `${reference} ${paymentReference('INV', 43)}`;
  const both = { amountCents: 90_000, openCents: 90_000 };
  assert.equal(
    best(line(text, both), world({ numbered: [ours, second] })),
    'certain: invoice 42 + invoice 43',
  );
  assert.equal(
    best(line(text, both), world({ numbered: [ours, invoice(43)] })),
    'likely: invoice 42 + invoice 43',
  );
  // One of them has the amount.
  assert.equal(best(line(text), world({ numbered: [ours, second] })), 'likely: invoice 42');
});

test('a part, too much, and a number that is paid are likely', () => {
  const known = world({ numbered: [ours] });
  assert.equal(best(line(reference, { openCents: 10_000 }), known), 'likely: invoice 42');
  assert.equal(best(line(reference, { openCents: 50_000 }), known), 'likely: invoice 42 + credit');
  const paid = world({ numbered: [invoice(42, { state: 'paid', balanceCents: 0 })] });
  assert.equal(best(line(reference), paid), 'likely: credit');
});

test('a payment by hand of a paid record is this money, on a later day and in parts, too', () => {
  const numbered = [invoice(42, { state: 'paid', balanceCents: 0 })];
  const known = (...payments: LineWorld['payments']) => world({ numbered, payments });
  assert.equal(best(line(reference), known(recorded)), 'likely: invoice 42');
  const [first, second] = suggest(line(reference), known(recorded));
  assert.deepEqual(
    first?.parts.map(({ kind, targetId }) => [kind, targetId]),
    [['recorded', 'late']],
  );
  assert.deepEqual([second?.certainty, second?.parts[0]?.kind], ['possible', 'credit']);
  const parts = [
    { ...recorded, id: 'one', amountCents: 25_000, paidOn: '2027-03-09' },
    { ...recorded, id: 'two', amountCents: 20_000, paidOn: '2027-03-09' },
  ];
  assert.equal(best(line(reference), known(...parts)), 'likely: invoice 42 + invoice 42');
  // Money came on the day of the bank. A payment for a day long before is hardly the same.
  const before = { ...recorded, paidOn: '2026-03-10' };
  assert.equal(best(line(reference), known(before)), 'possible: invoice 42');
});

test('a credit beside a payment by hand that does not add up is possible, and names it', () => {
  const part = { ...recorded, amountCents: 25_000 };
  const paid = invoice(42, { state: 'paid', balanceCents: 0 });
  const half = invoice(42, { balanceCents: 20_000 });
  for (const [numbered, best42] of [
    [[paid], 'possible: credit'],
    [[half], 'possible: invoice 42 + credit'],
  ] as const) {
    const known = world({ numbered: [...numbered], payments: [part] });
    assert.equal(best(line(reference), known), best42);
    const [first] = suggest(line(reference), known);
    assert.match(
      first?.why.join(' ') ?? '',
      /R250\.00 for INV-00042 was recorded by hand for 31 Mar/,
    );
  }
  const open = invoice(99, { memberId: paid.memberId });
  const known = { numbered: [paid], sameBalance: [open] };
  assert.equal(
    best(line(reference), world({ ...known, payments: [part] })),
    'possible: invoice 99',
  );
  const before = { ...part, paidOn: '2026-03-10' };
  assert.equal(
    best(line(reference), world({ ...known, payments: [before] })),
    'likely: invoice 99',
  );
});

test('the number of a paid invoice with an open one of the same person suggests the open one', () => {
  const paid = invoice(42, { state: 'paid', balanceCents: 0 });
  const open = invoice(99, { memberId: paid.memberId });
  const known = world({ numbered: [paid], sameBalance: [open] });
  assert.equal(best(line(reference), known), 'likely: invoice 99');
});

test('a donation is received whole', () => {
  const gift = invoice(42, { kind: 'donation', id: 'donation 42', memberId: null });
  const text = paymentReference('DON', 42);
  assert.equal(best(line(text), world({ numbered: [gift] })), 'certain: donation 42');
  const part = suggest(line(text, { openCents: 10_000 }), world({ numbered: [gift] }));
  assert.deepEqual(
    part[0]?.parts.map(({ kind }) => kind),
    ['credit'],
  );
});

test('the amount alone is possible, and with the surname likely', () => {
  const known = world({ sameBalance: [ours, other] });
  assert.equal(best(line('THANK YOU'), known), 'possible: invoice 42');
  assert.equal(best(line('MEMBERSHIP NKOSI'), { ...known, named: [other] }), 'likely: invoice 50');
  const two = world({ named: [other, invoice(51, { lastName: 'Nkosi', firstName: 'Sipho' })] });
  assert.equal(best(line('NKOSI'), two).split(':')[0], 'possible');
  assert.equal(best(line('S NKOSI'), two), 'likely: invoice 51');
});

test('nothing of an account in another currency pays a record', () => {
  assert.equal(best(line(reference, { isRand: false }), world({ numbered: [ours] })), 'none');
});

test('every suggestion has the whole open amount, and a reason', () => {
  const known = world({
    numbered: [ours, other],
    named: [other],
    byHand: [byHand],
    payers: [{ ...stranger, records: [other] }],
  });
  for (const openCents of [100, 45_000, 45_100, 90_000, 123_456]) {
    for (const text of [
      reference,
      `${reference} NKOSI`,
      'PAYFAST',
      'DONATION',
      'INTEREST',
      '#FEE',
    ]) {
      for (const { parts, why } of suggest(line(text, { openCents }), known)) {
        const sum = parts.reduce((total, { amountCents }) => total + amountCents, 0);
        assert.equal(sum, openCents, `${text} ${openCents}`);
        assert.ok(why.length > 0);
      }
    }
  }
});

test('a payer is known by the words without banks, numbers and references', () => {
  const keys = {
    'MAGTAPE CREDIT CAPITEC   INV-00042-K J SMITH': 'j smith',
    'FNB APP PAYMENT FROM INV00042 J SMITH': 'j smith',
    'Payment Received: Absa Bank Inv-00042 J Smith   Payment   0912345601': 'j smith',
    INVESTECPBJOESOAP: 'joesoap',
    "RTC CREDIT O'BRIEN 4711": 'obrien',
    'MAGTAPE CREDIT CAPITEC   INV 41': null,
    'CASHFOCUS DIV': null,
  };
  for (const [text, key] of Object.entries(keys)) {
    assert.equal(readLine(line(text)).payerKey, key, text);
  }
});

test('a second number whose record is paid is named, and no press of one button books the rest as a credit', () => {
  const paid = invoice(356, { state: 'paid', balanceCents: 0 });
  const known = world({ numbered: [invoice(357), paid] });
  for (const text of ['INV357 INV356', 'INV356 INV357', 'INV357 AND INV356 J SMITH']) {
    const [first] = suggest(line(text, { amountCents: 90_000, openCents: 90_000 }), known);
    assert.equal(first?.certainty, 'possible', text);
    assert.match(first.why.join(' '), /INV-00356 is paid already/, text);
  }
});

const returned = line(`REV-MAGTAPE CREDIT ${reference}`, { isOut: true });
const came = (record: Payable) => ({
  isLine: true,
  day: '2027-03-08' as const,
  text: 'CASH DEPOSIT',
  reference: '',
  payments: [{ id: `of ${record.id}`, amountCents: 45_000, feeCents: 0, record, payerName: '' }],
});

test('money that went back is of the record that its text names, and of no other one', () => {
  const known = world({ earlier: [came(other), came(ours)] });
  const found = suggest(returned, known);
  assert.deepEqual(
    found.map(({ certainty, parts }) => [certainty, parts[0]?.record?.id]),
    [['likely', ours.id]],
  );
  // Without a number the amount says that it may be any of them.
  assert.equal(suggest(line('REV-MAGTAPE CREDIT', { isOut: true }), known).length, 2);
});

test('a named record without a payment is said, with the open line that brought the money', () => {
  const known = world({ earlier: [came(other)] });
  const [first, ...others] = suggest(returned, known);
  assert.deepEqual([first?.parts, first?.certainty, others], [[], 'none', []]);
  assert.match(first?.why.join(' ') ?? '', /^The text names INV-00042, and it has no payment/);
  const pair = { day: '2027-03-10' as const, text: reference, reference: '' };
  const stranger = { ...pair, day: '2027-03-09' as const, text: 'INV-00050' };
  const [withPair] = suggest(returned, { ...known, cameIn: [stranger, pair] });
  assert.match(withPair?.why.join(' ') ?? '', /line of 10 Mar 2027 .* both lines/);
  // The number of a supplier.
  assert.deepEqual(suggest(line('ACME INV 4567', { isOut: true }), known), []);
});

test('open invoices of one payer that add up come before one of another with money left over', () => {
  const molefe = { lastName: 'Molefe', memberId: 'palesa', firstName: 'Palesa' };
  const lindiwe = invoice(340, { lastName: 'Molefe', firstName: 'Lindiwe', balanceCents: 95_000 });
  const first = invoice(356, { ...molefe, balanceCents: 200_000 });
  const second = invoice(357, { ...molefe, balanceCents: 100_000 });
  const whole = { amountCents: 300_000, openCents: 300_000 };
  const named = [lindiwe, first, second];
  assert.equal(best(line('MOLEFE', whole), world({ named })), 'likely: invoice 356 + invoice 357');
  assert.equal(
    best(line('L MOLEFE', whole), world({ named })),
    'possible: invoice 356 + invoice 357',
  );
  // Of two people nothing is added up, and one invoice with the amount comes first.
  assert.equal(
    best(line('MOLEFE', { amountCents: 295_000, openCents: 295_000 }), world({ named })).split(
      ' + ',
    )[1],
    'credit',
  );
  const exact = invoice(358, { ...molefe, memberId: 'other', balanceCents: 300_000 });
  assert.equal(
    best(line('MOLEFE', whole), world({ named: [...named, exact] })),
    'likely: invoice 358',
  );
  // Several ways to add up.
  const third = invoice(359, { ...molefe, balanceCents: 100_000 });
  assert.equal(
    best(line('MOLEFE', whole), world({ named: [...named, third] })),
    'possible: invoice 356 + invoice 357',
  );
  const gift = line('DONATION MOLEFE', whole);
  assert.notEqual(best(gift, world({ named })), 'likely: invoice 356 + invoice 357');
  const five = Array.from({ length: 5 }, (_, at) =>
    invoice(400 + at, { ...molefe, balanceCents: 60_000 }),
  );
  assert.equal(
    best(line('MOLEFE', whole), world({ named: five })),
    'possible: invoice 400 + credit',
  );
});

test('words of a refund are no words of a returned payment', () => {
  for (const text of ['REFUND C PATEL', 'REFUNDED PATEL', 'TERUGBETALING PATEL']) {
    const known = world({ earlier: [came(other)] });
    assert.deepEqual(suggest(line(text, { isOut: true }), known), [], text);
    const ofPatel = came(other);
    const [first] = suggest(
      line(text, { isOut: true }),
      world({ earlier: [{ ...ofPatel, text }] }),
    );
    assert.deepEqual([first?.certainty, first?.why.length], ['possible', 2], text);
  }
  const incoming = suggest(line(`REFUND ${reference}`), world({ numbered: [ours] }));
  assert.equal(incoming[0]?.certainty, 'likely');
});
