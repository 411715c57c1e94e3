import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import { openStatements } from '#test/support/bank-statements/open-statements.ts';
import { writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { openTestApp } from '#test/support/app.ts';
import { naledi } from '#test/support/people.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const statements = openStatements(app, token);

interface Line {
  day: string;
  cents: number;
  text: string;
  /** `null`: the file has none. */
  fitid: string | null;
}

const capitec = (fitid: string | null, day = '2026-03-02'): Line => ({
  day,
  cents: 45_000,
  text: 'CAPITEC',
  fitid,
});

function ofx(account: string, lines: Line[]): string {
  const movements = lines.map(
    ({ day, cents, text, fitid }) =>
      `<STMTTRN>\n<DTPOSTED>${day.replaceAll('-', '')}\n<TRNAMT>${(cents / 100).toFixed(2)}\n<FITID>${fitid ?? ''}\n<MEMO>${text}\n</STMTTRN>\n`,
  );
  return `OFXHEADER:100\n\n<OFX>\n<BANKID>FNB\n<ACCTID>${account}\n${movements.join('')}</OFX>\n`;
}

let accounts = 63_000_000_000;
const newAccount = () => String((accounts += 1));

async function uploaded(account: string, content: string) {
  const { data } = await statements.upload(content, 'statement.ofx');
  if ((await statements.read(data.id)).account === null) {
    await statements.choose(data.id, { newAccount: { bank: 'FNB', number: account, name: '' } });
  }
  return data.id;
}

/** What the page says before the import, which must come true. */
async function imported(account: string, content: string): Promise<string> {
  const id = await uploaded(account, content);
  const expected = await statements.counts(id);
  await statements.run(id);
  assert.equal(await statements.counts(id), expected);
  return expected;
}

async function fitidsOf(account: string) {
  const lines = await app.db
    .selectFrom('bank_lines as l')
    .innerJoin('bank_accounts as a', 'a.id', 'l.account_id')
    .where('a.number', '=', account)
    .select(['l.bank_number', 'l.occurrence'])
    .orderBy('l.occurrence')
    .orderBy('l.bank_number')
    .execute();
  return lines.map(({ bank_number }) => bank_number ?? '');
}

for (const order of ['newest', 'oldest'] as const) {
  test(`a second equal payment of a day is new in a file with the ${order} first`, async () => {
    const account = newAccount();
    const inOrder = (lines: Line[]) => (order === 'newest' ? lines.toReversed() : lines);
    const [one, two, three] = [capitec('FITID-1'), capitec('FITID-2'), capitec('FITID-3')];
    assert.equal(await imported(account, ofx(account, [one])), 'new 1, known 0');
    assert.equal(await imported(account, ofx(account, inOrder([one, two]))), 'new 1, known 1');
    assert.equal(
      await imported(account, ofx(account, inOrder([one, two, three]))),
      'new 1, known 2',
    );
    assert.deepEqual(await fitidsOf(account), ['FITID-1', 'FITID-2', 'FITID-3']);
    const other = newAccount();
    assert.equal(
      await imported(other, ofx(other, inOrder([one, two, three]))),
      'new 3, known 0',
      'another account',
    );
  });
}

test('equal lines that are further apart than one step are compared all the same', async () => {
  const account = newAccount();
  await imported(account, ofx(account, [capitec('FITID-1')]));
  const between = Array.from({ length: 1500 }, (_, at) => ({
    ...capitec(`BETWEEN-${at}`),
    cents: 100 + at,
  }));
  const lines = [capitec('FITID-3'), capitec('FITID-2'), ...between, capitec('FITID-1')];
  assert.equal(await imported(account, ofx(account, lines)), 'new 1502, known 1');
  const numbers = (await fitidsOf(account)).filter((fitid) => fitid.startsWith('FITID'));
  assert.deepEqual(numbers.toSorted(), ['FITID-1', 'FITID-2', 'FITID-3']);
});

test('a file without numbers adds only what a file with numbers had not, and the other way round', async () => {
  const movements = ['A', 'B'].map(() => ({
    day: '2026-03-02',
    cents: 45_000,
    kind: '',
    text: 'CAPITEC',
  }));
  const csv = (account: string, count: number) =>
    writeStatement('fnb-history', movements.slice(0, count), {
      number: account,
      openingCents: 100_000,
    });
  const account = newAccount();
  await imported(account, ofx(account, [capitec('FITID-1')]));
  assert.equal(await imported(account, csv(account, 1)), 'new 0, known 1');
  assert.equal(await imported(account, csv(account, 2)), 'new 1, known 1');
  assert.equal(
    await imported(account, ofx(account, [capitec('FITID-2'), capitec('FITID-1')])),
    'new 0, known 2',
  );
  const other = newAccount();
  await imported(other, csv(other, 1));
  assert.equal(await imported(other, ofx(other, [capitec('FITID-1')])), 'new 0, known 1');
  assert.equal(
    await imported(other, ofx(other, [capitec('FITID-2'), capitec('FITID-1')])),
    'new 1, known 1',
  );
  assert.equal((await fitidsOf(other)).length, 2);
});

test('a line that lost an equal one before it with its statement is not taken for that one', async () => {
  const account = newAccount();
  const first = await uploaded(account, ofx(account, [capitec('FITID-1')]));
  await statements.run(first);
  await imported(account, ofx(account, [capitec('FITID-1'), capitec('FITID-2')]));
  // As if both had been in files without a common line.
  await app.db.deleteFrom('bank_lines').where('statement_id', '=', first).execute();
  assert.deepEqual(await fitidsOf(account), ['FITID-2']);
  const again = [capitec('FITID-2'), capitec('FITID-1')];
  assert.equal(await imported(account, ofx(account, again)), 'new 1, known 1');
  assert.deepEqual(await fitidsOf(account), ['FITID-1', 'FITID-2']);
});

test('a file that begins in the middle of a day says so if it may lack lines, and a whole day adds them', async () => {
  const account = newAccount();
  await imported(account, ofx(account, [capitec('FITID-2'), capitec('FITID-1')]));
  const cut = [capitec('LATER-1', '2026-03-03'), capitec('FITID-3'), capitec('FITID-2')];
  const id = await uploaded(account, ofx(account, cut));
  const { warnings } = await statements.read(id);
  assert.deepEqual(warnings, [bankTexts.firstDayCut(1, '2 Mar 2026')]);
  await statements.run(id);
  assert.equal(await statements.counts(id), 'new 1, known 2');
  const whole = await uploaded(account, ofx(account, [...cut, capitec('FITID-1')]));
  assert.deepEqual((await statements.read(whole)).warnings, []);
  await statements.run(whole);
  assert.deepEqual((await fitidsOf(account)).toSorted(), [
    'FITID-1',
    'FITID-2',
    'FITID-3',
    'LATER-1',
  ]);
  // Numbers of which none is here are others in each file.
  const renumbered = ['OTHER-1', 'OTHER-2', 'OTHER-3'].map((fitid) => capitec(fitid));
  const last = await uploaded(account, ofx(account, renumbered));
  assert.deepEqual((await statements.read(last)).warnings, []);
  assert.equal(await statements.counts(last), 'new 0, known 3');
});

let clubs = 64_000_000_000;

/** Statements of an account of FNB, whose lines have balances. */
function newClub() {
  const number = String((clubs += 1));
  const file = (day: string, openingCents: number, lines: [string, number][]) =>
    writeStatement(
      'fnb-history',
      lines.map(([text, cents]) => ({ day, cents, kind: 'MAGTAPE CREDIT', text })),
      { number, openingCents },
    );
  const days = (openingCents: number, lines: [string, string, number][]) =>
    writeStatement(
      'fnb-history',
      lines.map(([day, text, cents]) => ({ day, cents, kind: 'MAGTAPE CREDIT', text })),
      { number, openingCents },
    );
  const warningsOf = async (content: string) => {
    const { data } = await statements.upload(content);
    if ((await statements.read(data.id)).account === null) {
      await statements.choose(data.id, { newAccount: { bank: 'FNB', number, name: '' } });
    }
    const { warnings } = await statements.read(data.id);
    const counts = await statements.counts(data.id);
    await statements.run(data.id);
    assert.equal(await statements.counts(data.id), counts);
    return { warnings, counts };
  };
  return { file, days, warningsOf };
}

const may = '2026-05-07';

test('an equal payment later in the day is new if the file begins where the stored lines end', async () => {
  const { file, warningsOf } = newClub();
  await warningsOf(file(may, 100_000, [['SMITH', 45_000]]));
  const later = await warningsOf(
    file(may, 145_000, [
      ['SMITH', 45_000],
      ['JONES', 10_000],
    ]),
  );
  assert.deepEqual(later, { counts: 'new 2, known 0', warnings: [] });
});

test('an equal payment is new also if the file repeats lines that came between', async () => {
  const { file, warningsOf } = newClub();
  await warningsOf(
    file(may, 100_000, [
      ['SMITH', 45_000],
      ['JONES', 10_000],
    ]),
  );
  const later = await warningsOf(
    file(may, 145_000, [
      ['JONES', 10_000],
      ['SMITH', 45_000],
    ]),
  );
  assert.deepEqual(later, { counts: 'new 1, known 1', warnings: [] });
});

test('the part of a day that is imported second can be the earlier one', async () => {
  const { file, warningsOf } = newClub();
  await warningsOf(
    file(may, 145_000, [
      ['SMITH', 45_000],
      ['JONES', 10_000],
    ]),
  );
  const earlier = await warningsOf(
    file(may, 90_000, [
      ['BROWN', 10_000],
      ['SMITH', 45_000],
    ]),
  );
  assert.deepEqual(earlier, { counts: 'new 2, known 0', warnings: [] });
});

test('the same file again, and one of the same day with more, add no line twice', async () => {
  const { file, warningsOf } = newClub();
  // In and out: the day ends with the balance that it began with.
  const day: [string, number][] = [
    ['SMITH', 45_000],
    ['RENT', -45_000],
  ];
  await warningsOf(file(may, 100_000, day));
  const again = await warningsOf(`${file(may, 100_000, day)}\n`);
  assert.deepEqual(again, { counts: 'new 0, known 2', warnings: [] });
  const more = await warningsOf(file(may, 100_000, [...day, ['SMITH', 45_000]]));
  assert.deepEqual(more, { counts: 'new 1, known 2', warnings: [] });
});

test('balances that do not prove it leave an equal line known', async () => {
  const { file, warningsOf } = newClub();
  await warningsOf(
    file(may, 100_000, [
      ['SMITH', 45_000],
      ['JONES', 10_000],
    ]),
  );
  // The bank has put a line of that day before them, so all balances are others.
  const moved = await warningsOf(
    file(may, 100_000, [
      ['BROWN', 5000],
      ['SMITH', 45_000],
      ['JONES', 10_000],
    ]),
  );
  assert.equal(moved.counts, 'new 1, known 2');
  assert.deepEqual(moved.warnings, [bankTexts.contradicts('7 May 2026')]);
});

test('a line whose amount was changed in the file contradicts the stored balances', async () => {
  const { file, warningsOf } = newClub();
  await warningsOf(
    file(may, 100_000, [
      ['SMITH', 45_000],
      ['JONES', 10_000],
    ]),
  );
  const edited = await warningsOf(
    file(may, 100_000, [
      ['SMITH', 450_000],
      ['JONES', 10_000],
    ]),
  );
  assert.deepEqual(edited.warnings, [bankTexts.contradicts('7 May 2026')]);
});

test('an equal payment after a gap is new, with a warning that lines are missing', async () => {
  const { days, warningsOf } = newClub();
  await warningsOf(
    days(100_000, [
      ['2026-05-06', 'JONES', 5000],
      [may, 'SMITH', 45_000],
    ]),
  );
  const later = await warningsOf(
    days(175_000, [
      [may, 'SMITH', 45_000],
      ['2026-05-08', 'JONES', 500],
    ]),
  );
  assert.equal(later.counts, 'new 2, known 0');
  assert.deepEqual(later.warnings.slice(0, 1), [bankTexts.contradicts('7 May 2026')]);
  const missing = await warningsOf(days(150_000, [[may, 'BROWN', 25_000]]));
  assert.deepEqual(missing, { counts: 'new 1, known 0', warnings: [] });
});

test('of three equal payments the third can be imported before the second', async () => {
  const { days, warningsOf } = newClub();
  await warningsOf(
    days(99_500, [
      ['2026-05-06', 'RENT', 500],
      [may, 'SMITH', 45_000],
    ]),
  );
  const third = await warningsOf(
    days(190_000, [
      [may, 'SMITH', 45_000],
      [may, 'JONES', 500],
    ]),
  );
  assert.deepEqual(third, {
    counts: 'new 2, known 0',
    warnings: [bankTexts.contradicts('7 May 2026')],
  });
  const second = await warningsOf(days(145_000, [[may, 'SMITH', 45_000]]));
  assert.deepEqual(second, { counts: 'new 1, known 0', warnings: [] });
  const whole = await warningsOf(
    days(100_000, [
      [may, 'SMITH', 45_000],
      [may, 'SMITH', 45_000],
      [may, 'SMITH', 45_000],
      [may, 'JONES', 500],
    ]),
  );
  assert.deepEqual(whole, { counts: 'new 0, known 4', warnings: [] });
});

test('a line that the bank put before the only one of a day leaves that one known', async () => {
  const { file, warningsOf } = newClub();
  await warningsOf(file(may, 100_000, [['SMITH', 45_000]]));
  const moved = await warningsOf(
    file(may, 100_000, [
      ['BROWN', 5000],
      ['SMITH', 45_000],
    ]),
  );
  assert.deepEqual(moved, {
    counts: 'new 1, known 1',
    warnings: [bankTexts.contradicts('7 May 2026')],
  });
});

test('a day whose lines all have other balances is known, with a warning', async () => {
  const { file, warningsOf } = newClub();
  const day: [string, number][] = [
    ['SMITH', 45_000],
    ['JONES', 10_000],
  ];
  await warningsOf(file(may, 100_000, day));
  assert.deepEqual(await warningsOf(file(may, 300_000, day)), {
    counts: 'new 0, known 2',
    warnings: [bankTexts.contradicts('7 May 2026')],
  });
});

test('an equal payment after its reversal is known, with a warning', async () => {
  const { days, warningsOf } = newClub();
  await warningsOf(
    days(100_000, [
      ['2026-05-06', 'JONES', 5000],
      [may, 'SMITH', 45_000],
      [may, 'REVERSAL', -45_000],
    ]),
  );
  const later = await warningsOf(
    days(105_000, [
      [may, 'SMITH', 45_000],
      ['2026-05-08', 'JONES', 500],
    ]),
  );
  assert.deepEqual(later.warnings.slice(0, 1), [bankTexts.contradicts('8 May 2026')]);
});

test('known lines with other balances warn, and the same ones do not', async () => {
  const { days, warningsOf } = newClub();
  const lines: [string, string, number][] = [
    [may, 'SMITH', 45_000],
    ['2026-05-08', 'JONES', 500],
  ];
  await warningsOf(days(100_000, lines));
  const edited = await warningsOf(days(150_000, lines));
  assert.equal(edited.counts, 'new 0, known 2');
  assert.deepEqual(edited.warnings, [bankTexts.contradicts('7 May 2026')]);
  const again = await warningsOf(`${days(100_000, lines)}\n`);
  assert.deepEqual(again, { counts: 'new 0, known 2', warnings: [] });
});

test('a statement that is missing between two files is named, whichever comes first', async () => {
  const march = [
    '2026-03-30',
    100_000,
    [
      ['SMITH', 40_000],
      ['JONES', 5000],
    ],
  ] as const;
  const later = [
    '2026-05-02',
    890_000,
    [
      ['SMITH', 45_000],
      ['JONES', 10_000],
    ],
  ] as const;
  const forwards = newClub();
  const of = ({ file }: typeof forwards, [day, cents, lines]: typeof march | typeof later) =>
    file(
      day,
      cents,
      lines.map(([text, amount]) => [text, amount]),
    );
  await forwards.warningsOf(of(forwards, march));
  const { warnings } = await forwards.warningsOf(of(forwards, later));
  assert.deepEqual(warnings, [bankTexts.gapBefore('30 Mar 2026', 1450, 8900)]);
  const backwards = newClub();
  await backwards.warningsOf(of(backwards, later));
  assert.deepEqual((await backwards.warningsOf(of(backwards, march))).warnings, [
    bankTexts.gapAfter('2 May 2026', 8900, 1450),
  ]);
  const whole = newClub();
  await whole.warningsOf(of(whole, march));
  const next = whole.file('2026-05-02', 145_000, [
    ['SMITH', 45_000],
    ['JONES', 10_000],
  ]);
  assert.deepEqual((await whole.warningsOf(next)).warnings, []);
});

test('a gap is named also between files of a single line', async () => {
  const { file, warningsOf } = newClub();
  await warningsOf(file('2026-03-30', 100_000, [['SMITH', 40_000]]));
  const { warnings } = await warningsOf(file('2026-05-02', 890_000, [['SMITH', 45_000]]));
  assert.deepEqual(warnings, [bankTexts.gapBefore('30 Mar 2026', 1400, 8900)]);
});

test('missing days are named at upload if no balance proves that nothing is missing', async () => {
  const account = newAccount();
  const warningsOf = async (day: string) => {
    const id = await uploaded(account, ofx(account, [capitec(`N${day}`, day)]));
    const { warnings } = await statements.read(id);
    await statements.run(id);
    return warnings;
  };
  assert.deepEqual(await warningsOf('2026-03-02'), []);
  assert.deepEqual(await warningsOf('2026-03-06'), [], 'a long weekend');
  const missing = [bankTexts.missingDays('7 Mar 2026', '10 Mar 2026')];
  assert.deepEqual(await warningsOf('2026-03-11'), missing);
  const earlier = [bankTexts.missingDays('24 Feb 2026', '1 Mar 2026')];
  assert.deepEqual(await warningsOf('2026-02-23'), earlier);
});

test('of three files the one whose beginning contradicts the end of the month before is named', async () => {
  const { days, warningsOf } = newClub();
  await warningsOf(
    days(100_000, [
      ['2026-03-02', 'SMITH', 40_000],
      ['2026-03-31', 'JONES', 5000],
    ]),
  );
  const april = await warningsOf(
    days(145_000, [
      ['2026-04-01', 'SMITH', 40_000],
      ['2026-04-30', 'JONES', 5000],
    ]),
  );
  assert.deepEqual(april.warnings, []);
  const may_ = await warningsOf(
    days(180_000, [
      ['2026-05-01', 'SMITH', 40_000],
      ['2026-05-31', 'JONES', 5000],
    ]),
  );
  assert.deepEqual(may_.warnings, [bankTexts.gapBefore('30 Apr 2026', 1900, 1800)]);
});

test('a month begins as the last day ended, whichever part of that day was imported last', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const { file, warningsOf } = newClub();
    // Until noon, and the rest of the day.
    const parts = [
      file('2026-01-31', 100_000, [['SMITH', 45_000]]),
      file('2026-01-31', 145_000, [['RENT', -5000]]),
    ];
    for (const place of order) await warningsOf(parts[place] ?? '');
    const right = file('2026-02-01', 140_000, [['JONES', 10_000]]);
    assert.deepEqual((await warningsOf(right)).warnings, []);
  }
});

test('what continues a day is no gap to the day before, whichever part comes first', async () => {
  for (const order of ['morning', 'evening'] as const) {
    const { file, warningsOf } = newClub();
    await warningsOf(file('2026-01-30', 90_000, [['SMITH', 10_000]]));
    const parts = {
      morning: file('2026-01-31', 100_000, [['SMITH', 45_000]]),
      evening: file('2026-01-31', 145_000, [['RENT', -5000]]),
    };
    const { morning, evening } = parts;
    const first = await warningsOf(parts[order]);
    const missing = order === 'evening' ? [bankTexts.gapBefore('30 Jan 2026', 1000, 1450)] : [];
    assert.deepEqual(first.warnings, missing);
    const second = await warningsOf(order === 'evening' ? morning : evening);
    assert.deepEqual(second.warnings, [], order);
  }
  const { file, days, warningsOf } = newClub();
  await warningsOf(file('2026-01-30', 90_000, [['SMITH', 10_000]]));
  await warningsOf(file('2026-01-31', 100_000, [['SMITH', 45_000]]));
  const next: [string, string, number][] = [
    ['2026-01-31', 'RENT', -5000],
    ['2026-02-02', 'JONES', 10_000],
  ];
  assert.deepEqual((await warningsOf(days(145_000, next))).warnings, []);
  // A third part of a day of which the second is missing.
  await warningsOf(file('2026-02-03', 150_000, [['SMITH', 10_000]]));
  const later = await warningsOf(file('2026-02-03', 170_000, [['BROWN', 10_000]]));
  assert.deepEqual(later.warnings, [bankTexts.contradicts('3 Feb 2026')]);
});
