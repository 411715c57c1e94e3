import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import {
  downloadStatement,
  getStatement,
  importStatement,
  listBankAccounts,
  removeStatement,
  searchBankLines,
  searchStatements,
  updateStatement,
  uploadStatement,
  waitingDays,
} from '#contract/bank-statements/endpoints.ts';
import { machineLoad } from '#test/support/processes/machine-load.ts';
import { openStatements } from '#test/support/bank-statements/open-statements.ts';
import { type Movement, writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { crashPointAt } from '#test/support/crash-at-every-statement.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { continueStatement } from './continue-statement.ts';
import { continueLostStatements, forgetStatements } from './forget-statements.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const statements = openStatements(app, token);
const crash = crashPointAt(app);

let numbers = 62_000_001_000;
/** An account that no other test uses. */
const newAccount = () => ({ number: String((numbers += 1)), openingCents: 1_000_000 });
type Account = ReturnType<typeof newAccount>;

function move(day: string, cents: number, text: string): Movement {
  return { day: `2026-03-${day}`, cents, kind: 'MAGTAPE CREDIT', text };
}

const week = [
  move('02', 65_000, 'INV-00042'),
  move('02', 45_000, 'INV 41'),
  move('03', -850, '#FEE'),
  move('03', -850, '#FEE'),
];

function written(
  account: Account,
  movements: Movement[],
  layout: 'fnb-history' | 'ofx' = 'fnb-history',
) {
  return writeStatement(layout, movements, account);
}

async function imported(account: Account, movements: Movement[], fileName?: string) {
  const { data } = await statements.upload(written(account, movements), fileName);
  if ((await statements.read(data.id)).account === null) {
    const { number } = account;
    await statements.choose(data.id, { newAccount: { bank: 'FNB', number, name: '' } });
  }
  await statements.run(data.id);
  return data.id;
}

async function storedLines({ number }: Account) {
  return app.db
    .selectFrom('bank_lines as l')
    .innerJoin('bank_accounts as a', 'a.id', 'l.account_id')
    .where('a.number', '=', number)
    .select(['l.day', 'l.amount_cents', 'l.occurrence', 'l.statement_id'])
    .orderBy('l.day')
    .orderBy('l.amount_cents')
    .orderBy('l.occurrence')
    .execute();
}

test('a statement is shown before anything is stored, and imported when its account is chosen', async () => {
  const account = newAccount();
  const { data } = await statements.upload(written(account, week), 'C:\\Downloads\\march.csv');
  const shown = await statements.read(data.id);
  assert.deepEqual(
    [shown.fileName, shown.state, shown.layout, shown.accountNumber, shown.lines, shown.newLines],
    ['march.csv', 'uploaded', 'fnb-history', account.number, 4, 4],
  );
  assert.deepEqual([shown.balance, shown.opening, shown.closing], ['lines', 10_000, 11_083]);
  assert.deepEqual([shown.from, shown.to], ['2026-03-02', '2026-03-03']);
  assert.equal(shown.sample.length, 4);
  const refused = await statements.start(data.id);
  assert.deepEqual([refused.status, refused.message], [400, bankTexts.noAccount]);
  assert.deepEqual(await storedLines(account), []);
  await statements.choose(data.id, {
    newAccount: { bank: 'FNB', number: account.number, name: 'Club' },
  });
  await statements.run(data.id);
  const done = await statements.read(data.id);
  assert.deepEqual([done.state, done.newLines, done.knownLines, done.done], ['imported', 4, 0, 4]);
  assert.equal(done.importedBy, 'Naledi Khumalo');
  const lines = await statements.lines(data.id);
  assert.deepEqual(
    lines.map(({ day, moneyIn, moneyOut, text }) => [day, moneyIn ?? -(moneyOut ?? 0), text]),
    [
      ['2026-03-02', 450, 'MAGTAPE CREDIT INV 41'],
      ['2026-03-02', 650, 'MAGTAPE CREDIT INV-00042'],
      ['2026-03-03', -8.5, 'MAGTAPE CREDIT #FEE'],
      ['2026-03-03', -8.5, 'MAGTAPE CREDIT #FEE'],
    ],
  );
  const { data: accounts } = await callApi(app, listBankAccounts, {}, { token });
  assert.ok(accounts.some(({ number, name }) => number === account.number && name === 'Club'));
});

test('a Member may neither read nor import statements', async () => {
  const as = { token: await tokenOf(app, (await registered(app)).userId) };
  const params = { id: await imported(newAccount(), week) };
  const file = new File(['x'], 'x.csv', { type: 'application/octet-stream' });
  const replies = await Promise.all([
    callApi(app, uploadStatement, { query: { fileName: 'x.csv' }, file }, as),
    callApi(app, getStatement, { params }, as),
    callApi(app, updateStatement, { params, body: {} }, as),
    callApi(app, importStatement, { params }, as),
    callApi(app, removeStatement, { params }, as),
    callApi(app, searchBankLines, { params, body: {} }, as),
  ]);
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([403]));
});

test('lines are found by text, amount, day and state, and sorted', async () => {
  const id = await imported(newAccount(), week);
  const search = async (body: object) => {
    const reply = await callApi(app, searchBankLines, { params: { id }, body }, { token });
    return [reply.data.totalCount, reply.data.results.map(({ amount }) => amount)];
  };
  assert.deepEqual(await search({ text: 'inv 41' }), [1, [450]]);
  assert.deepEqual(await search({ direction: 'out' }), [2, [-8.5, -8.5]]);
  assert.deepEqual(await search({ direction: 'in', sortBy: 'Amount', sortDescending: true }), [
    2,
    [650, 450],
  ]);
  assert.deepEqual(await search({ from: '2026-03-03', state: 'open' }), [2, [-8.5, -8.5]]);
  assert.deepEqual(await search({ state: 'matched' }), [0, []]);
  const all = await callApi(app, searchStatements, { body: { text: 'statement' } }, { token });
  assert.ok(all.data.results.some((one) => one.id === id));
});

test('statements are listed by their period, the latest first', async () => {
  const account = newAccount();
  const later = await imported(account, [move('20', 100, 'LATER')], 'in-order-2.csv');
  const earlier = await imported(account, [move('10', 100, 'EARLIER')], 'in-order-1.csv');
  const body = { text: 'in-order' };
  const { data } = await callApi(app, searchStatements, { body }, { token });
  assert.deepEqual(
    data.results.map(({ id }) => id),
    [later, earlier],
  );
});

test('the same file again imports nothing and says so, also twenty at a time', async () => {
  const account = newAccount();
  const file = written(account, week);
  const replies = await Promise.all(Array.from({ length: 20 }, () => statements.upload(file)));
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(replies.map(({ data }) => data.id)).size, 1);
  assert.equal(replies.filter(({ data }) => !data.isKnown).length, 1);
  const { id } = replies[0]!.data;
  const waiting = await statements.upload(file);
  assert.deepEqual(waiting.data, { id, isKnown: true, isImported: false });
  const { number } = account;
  await statements.choose(id, { newAccount: { bank: 'FNB', number, name: '' } });
  const starts = await Promise.all(Array.from({ length: 20 }, () => statements.start(id)));
  assert.equal(starts.filter(({ status }) => status === 200).length, 1);
  await Promise.all(Array.from({ length: 5 }, () => continueStatement(app.ctx(), id)));
  assert.equal((await storedLines(account)).length, 4);
  const again = await statements.upload(file);
  assert.deepEqual([again.status, again.data], [201, { id, isKnown: true, isImported: true }]);
  assert.equal((await storedLines(account)).length, 4);
});

test('overlapping statements add only what is new: the highest count of a day, not the sum', async () => {
  const account = newAccount();
  await imported(account, week);
  const later = [...week, move('03', -850, '#FEE'), move('04', 30_000, 'inv-0046')];
  const id = await imported(account, later);
  assert.equal(await statements.counts(id), 'new 2, known 4');
  const stored = await storedLines(account);
  assert.deepEqual(
    stored.map(({ day, amount_cents, occurrence }) => [day, amount_cents, occurrence]),
    [
      ['2026-03-02', 45_000, 1],
      ['2026-03-02', 65_000, 1],
      ['2026-03-03', -850, 1],
      ['2026-03-03', -850, 2],
      ['2026-03-03', -850, 3],
      ['2026-03-04', 30_000, 1],
    ],
  );
  const { data } = await statements.upload(written(account, later.slice(1)));
  assert.equal(await statements.counts(data.id), 'new 0, known 5');
});

test('twelve overlapping statements of an account at a time store each line once', async () => {
  const account = newAccount();
  await imported(account, [move('01', 100, 'first')]);
  const movements = Array.from({ length: 17 }, (_, at) =>
    move(String(at + 2).padStart(2, '0'), 1000 + at, `line ${at}`),
  );
  const ids = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const before = movements.slice(0, at).reduce((sum, { cents }) => sum + cents, 100);
      const here = { ...account, openingCents: account.openingCents + before };
      const { data } = await statements.upload(written(here, movements.slice(at, at + 6)));
      await statements.start(data.id);
      return data.id;
    }),
  );
  await Promise.all(ids.map((id) => continueStatement(app.ctx(), id)));
  assert.equal((await storedLines(account)).length, 18);
  const all = await Promise.all(ids.map((id) => statements.read(id)));
  assert.equal(
    all.reduce((sum, { newLines }) => sum + newLines, 0),
    17,
  );
});

test('a number of the bank says that a line is here under another text, and a conflict is shown', async () => {
  const account = newAccount();
  await imported(account, [move('01', 100, 'first')]);
  const first = await statements.upload(written(account, week, 'ofx'), 'a.ofx');
  assert.ok((await statements.read(first.data.id)).warnings.includes(bankTexts.otherSource));
  await statements.run(first.data.id);
  const renamed = written(account, week, 'ofx').replace('INV-00042', 'INV-00042 J SMITH');
  const second = await statements.upload(renamed, 'b.ofx');
  assert.equal(await statements.counts(second.data.id), 'new 0, known 4');
  const changed = written(account, week, 'ofx').replace('<TRNAMT>650.00', '<TRNAMT>651.00');
  const third = await statements.upload(changed, 'c.ofx');
  assert.equal(await statements.counts(third.data.id), 'new 1, known 3');
  assert.match((await statements.read(third.data.id)).warnings.join(), /1 line has the number of/);
  const repeated = written(account, week, 'ofx').replaceAll(/MOVEMENT\d/g, 'MOVEMENT1');
  const fourth = await statements.upload(repeated, 'd.ofx');
  assert.ok((await statements.read(fourth.data.id)).warnings.includes(bankTexts.sameNumbers));
});

test('a statement of another account is refused, and so is a wrong, cut or foreign file', async () => {
  const one = newAccount();
  await imported(one, week);
  const { data: accounts } = await callApi(app, listBankAccounts, {}, { token });
  const accountId = accounts.find(({ number }) => number === one.number)?.id ?? '';
  const other = await statements.upload(written(newAccount(), week));
  const refused = await statements.choose(other.data.id, { accountId });
  assert.equal(refused.status, 400);
  assert.match(refused.message, /^This statement is of account \d+, not of \d+/);
  const files: [string, RegExp][] = [
    ['%PDF-1.7', /This is a PDF/],
    [written(newAccount(), week).slice(0, -30), /^Row \d+ is not complete/],
    [written(newAccount(), week).replace('650.00', '6,5E+02'), /^Row \d+: .* has lost digits/],
  ];
  for (const [file, sentence] of files) {
    const reply = await statements.upload(file);
    assert.equal(reply.status, 400);
    assert.match(reply.message, sentence);
  }
});

test('a statement is removed while nothing uses its lines, the later of two with the same days first', async () => {
  const account = newAccount();
  const first = await imported(account, week, 'first.csv');
  const later = await imported(account, [...week, move('04', 30_000, 'x')], 'later.csv');
  const early = await statements.remove(first);
  assert.deepEqual([early.status, early.message], [409, bankTexts.overlapped('later.csv')]);
  const use = (booked_cents: number) =>
    app.db
      .updateTable('bank_lines')
      .set({ booked_cents })
      .where('statement_id', '=', later)
      .execute();
  await use(100);
  const used = await statements.remove(later);
  assert.deepEqual([used.status, used.message], [409, bankTexts.linesUsed(1)]);
  assert.equal((await statements.read(later)).usedLines, 1);
  await use(0);
  assert.equal((await statements.remove(later)).status, 204);
  assert.equal((await statements.remove(first)).status, 204);
  assert.deepEqual(await storedLines(account), []);
  const gone = await callApi(app, getStatement, { params: { id: first } }, { token });
  assert.equal(gone.status, 404);
  assert.equal(await statements.counts(await imported(account, week)), 'new 4, known 0');
});

test('an unknown layout is read with the chosen columns, which the account remembers', async () => {
  const rows = 'When;What;In;Out\n02/03/2026;INV 41;450,00;\n03/03/2026;Fee;;8,50\n';
  const { data } = await statements.upload(rows, 'other.csv');
  const { table, layout } = await statements.read(data.id);
  assert.equal(layout, null);
  assert.ok(table);
  assert.deepEqual(table.columns, ['When', 'What', 'In', 'Out']);
  const refused = await statements.start(data.id);
  assert.deepEqual([refused.status, refused.message], [409, bankTexts.notRead]);
  const mapping = {
    settings: table.settings,
    columns: ['day', 'text', 'moneyIn', null] as ('day' | 'text' | 'moneyIn' | 'moneyOut' | null)[],
    dayOrder: 'dmy' as const,
    isReversed: false,
  };
  const half = await statements.choose(data.id, { mapping });
  assert.deepEqual([half.status, half.message], [400, bankTexts.bothAmounts]);
  mapping.columns[3] = 'moneyOut';
  const { number } = newAccount();
  const newOne = { bank: 'Other', number, name: '' } as const;
  const { data: read } = await statements.choose(data.id, { mapping, newAccount: newOne });
  assert.deepEqual([read.layout, read.lines, read.newLines], ['columns', 2, 2]);
  const wrong = await statements.choose(data.id, { mapping: { ...mapping, dayOrder: 'ymd' } });
  assert.match(wrong.data.problem ?? '', /^Row 2: "02\/03\/2026" is not a date/);
  await statements.choose(data.id, { mapping });
  await statements.run(data.id);
  const next = await statements.upload(`${rows}04/03/2026;INV 42;650,00;\n`, 'next.csv');
  const remembered = await statements.read(next.data.id);
  assert.deepEqual(
    [remembered.layout, remembered.account?.number, remembered.newLines, remembered.knownLines],
    ['columns', number, 1, 2],
  );
  // With a row above the headings in one file, none in the next: each is read from its own headings on.
  const above = await statements.upload(`My account;;;\n${rows}`, 'above.csv');
  assert.equal((await statements.read(above.data.id)).knownLines, 2);
  const over = { ...mapping, settings: { ...table.settings, headerRow: 2 } };
  const moved = await statements.choose(next.data.id, { mapping: over });
  assert.equal(moved.status, 200, moved.message);
  assert.deepEqual(
    [moved.data.lines, moved.data.skipped, moved.data.warnings],
    [2, { above: 1 }, [bankTexts.aboveHeadings(1)]],
  );
  await statements.choose(next.data.id, { mapping });
  // Of two accounts whose files have these columns, neither is proposed.
  const another = { bank: 'Other', number: newAccount().number, name: '' } as const;
  await statements.choose(next.data.id, { newAccount: another });
  await statements.run(next.data.id);
  const third = await statements.upload(`${rows}05/03/2026;INV 43;650,00;\n`, 'third.csv');
  const both = await statements.read(third.data.id);
  assert.deepEqual([both.layout, both.account], ['columns', null]);
});

test('the bank of a sample is known, with its reference and its fee', async () => {
  const folder = new URL('../../../test/support/bank-statements/samples/', import.meta.url);
  const id = await statements.imported(await readFile(new URL('fnb-business.csv', folder)));
  const line = await app.db
    .selectFrom('bank_lines')
    .where('statement_id', '=', id)
    .where('fee_cents', '<>', 0)
    .select(['reference', 'fee_cents', 'kind'])
    .executeTakeFirstOrThrow();
  assert.deepEqual(line, {
    reference: 'HATFIELD  inv-0046',
    fee_cents: -850,
    kind: 'ADT CASH DEPOSIT 00210003',
  });
});

for (const death of [8, 20, 'commitAnswered'] as const) {
  test(`an import killed at ${death} is whole steps, and continues to the end once`, async () => {
    const account = newAccount();
    const movements = Array.from({ length: 2500 }, (_, at) =>
      move(String(1 + Math.floor(at / 100)).padStart(2, '0'), 1000 + at, `line ${at}`),
    );
    const { data } = await statements.upload(written(account, movements));
    const { number } = account;
    await statements.choose(data.id, { newAccount: { bank: 'FNB', number, name: '' } });
    await statements.start(data.id);
    assert.equal(await crash({ continueStatement: data.id }, death), 'killed');
    const half = (await storedLines(account)).length;
    assert.ok([0, 1000, 2000].includes(half), `${half} lines`);
    const { state, done } = await statements.read(data.id);
    assert.deepEqual([state, done], ['importing', half]);
    const removal = await statements.remove(data.id);
    assert.deepEqual([removal.status, removal.message], [409, bankTexts.isBusy]);
    await continueLostStatements(app.ctx());
    await continueStatement(app.ctx(), data.id);
    assert.equal((await storedLines(account)).length, 2500);
    assert.equal(await statements.counts(data.id), 'new 2500, known 0');
  });
}

test('50,000 lines are imported in less than 30 seconds @full', async (t) => {
  const account = newAccount();
  const movements = Array.from({ length: 50_000 }, (_, at) =>
    move(String(1 + Math.floor(at / 2000)).padStart(2, '0'), 1000 + (at % 700), `line ${at}`),
  );
  const file = written(account, movements);
  const start = performance.now();
  const { data } = await statements.upload(file);
  const { number } = account;
  await statements.choose(data.id, { newAccount: { bank: 'FNB', number, name: '' } });
  await statements.run(data.id);
  const seconds = (performance.now() - start) / 1000;
  t.diagnostic(`${seconds.toFixed(1)} s, ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
  assert.equal(await statements.counts(data.id), 'new 50000, known 0');
  // Other tests run beside it.
  const load = machineLoad();
  assert.ok(seconds < 30 * load, `${seconds} s at a load of ${load}`);
});

test('the file of an imported statement stays for five years, and goes with the statement', async () => {
  const account = newAccount();
  const content = written(account, week);
  const done = await imported(account, week);
  const { data } = await statements.upload(written(account, [move('09', 100, 'waits')]));
  const files = async () =>
    (await app.db.selectFrom('bank_statement_files').select('statement_id').execute()).map(
      ({ statement_id }) => statement_id,
    );
  const download = async () => {
    const url = `/api${downloadStatement.path.replace(':id', done)}`;
    return app.fastify.inject({ url, headers: { authorization: `Bearer ${token}` } });
  };
  const after = (days: number) => ({
    ...app.ctx(),
    at: new Date(app.clock.now().getTime() + days * 24 * 3_600_000),
  });
  await forgetStatements(after(waitingDays));
  assert.ok((await files()).includes(done));
  assert.ok(!(await files()).includes(data.id));
  const reply = await download();
  assert.equal(reply.statusCode, 200);
  assert.deepEqual(reply.rawPayload, Buffer.from(content));
  assert.match(String(reply.headers['content-disposition']), /^attachment/);
  assert.equal((await statements.read(done)).hasFile, true);
  await app.db
    .updateTable('bank_statement_files')
    .set({ bytes: gzipSync('another file') })
    .where('statement_id', '=', done)
    .execute();
  assert.equal((await download()).json().message, bankTexts.fileChanged);
  await forgetStatements(after(5 * 365));
  assert.ok((await files()).includes(done));
  await forgetStatements(after(5 * 365 + 3));
  assert.ok(!(await files()).includes(done));
  assert.equal((await statements.read(done)).hasFile, false);
  assert.equal((await download()).statusCode, 404);

  const removed = await imported(account, [move('10', 100, 'removed')]);
  assert.ok((await files()).includes(removed));
  assert.equal((await statements.remove(removed)).status, 204);
  assert.ok(!(await files()).includes(removed));
  const entry = await app.db
    .selectFrom('audit_entries')
    .select('before')
    .where('subject_id', '=', removed)
    .where('action', '=', 'removeStatement')
    .executeTakeFirstOrThrow();
  assert.match(String(entry.before['sha256']), /^[0-9a-f]{64}$/);
});
