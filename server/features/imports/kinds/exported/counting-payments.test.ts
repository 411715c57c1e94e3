import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { importExportTexts as texts } from '#contract/imports/export-texts.ts';
import type { ImportJob } from '../import-kind.ts';
import { readCountingPayments } from './counting-payments.ts';
import { exportReader } from './read-exported.ts';

const part = {
  paymentId: randomUUID(),
  amount: 300,
  counted: 250.1,
  paidOn: '2027-03-01',
  method: 'EFT',
  bankReference: null,
  source: 'administrator',
  cardReference: null,
  recordedOn: '2027-03-02',
};

/** Reads the parts of an invoice of R450.10. */
function read(parts: unknown, isPaid: boolean) {
  const job: ImportJob = {
    id: '',
    fileName: 'invoices.csv',
    closedMonths: null,
    mapping: { columns: ['parts'], spellings: [], existing: 'keep' },
    by: { userId: randomUUID(), role: 'Admin' } as ImportJob['by'],
  };
  const cell = typeof parts === 'string' ? parts : JSON.stringify(parts);
  const reader = exportReader('exportedInvoices', job, { row: 2, cells: [cell] });
  const payments = readCountingPayments(reader, { amountCents: 450_10, isPaid, dayKey: 'paidOn' });
  return { problems: reader.problems, payments };
}

test('parts are read in their order, with what counts of each', () => {
  const second = { ...part, paymentId: randomUUID(), amount: 200, counted: 200 };
  const { problems, payments } = read([part, second], true);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    payments.map(({ id, amountCents, countedCents }) => [id, amountCents, countedCents]),
    [
      [part.paymentId, 300_00, 250_10],
      [second.paymentId, 200_00, 200_00],
    ],
  );
  assert.deepEqual(read([part], false).problems, []);
});

test('parts that do not add up to the state of the invoice are a problem', () => {
  const problems = [texts.notTheSum('Parts')];
  assert.deepEqual(read([part], true).problems, problems);
  assert.deepEqual(read([part, { ...part, counted: 200 }], false).problems, problems);
  assert.deepEqual(read([part, part], true).problems, problems);
});

test('parts that cannot be read are a problem', () => {
  for (const parts of ['{', '[1]', [{ ...part, counted: -1 }], [{ ...part, paidOn: 'May' }], {}]) {
    assert.match(read(parts, false).problems.join(' '), /^Parts: “.*” cannot be read\.$/);
  }
});
