import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeMembers, previewMerge, undoMerge } from '#contract/duplicates/merge.ts';
import { undoInvoicePayment, undoPayment } from '#contract/payments/admin-endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { storeCertainty } from './store-certainty.ts';
import { findPayers } from './payers.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
const bank = openMatching(app, token);
let people = 0;
const owing = (lastName = 'Dlamini') =>
  bank.owing(`payer-${(people += 1)}@example.org`, { lastName });

/** The members whose payments came with the text, the one with most lines first. */
async function remembered(key: string) {
  return (await findPayers(app.db, [key])).map(({ memberId }) => memberId);
}

test('a confirmed payer is remembered, and forgotten with an undo', async () => {
  const first = await owing('Mokoena');
  const id = await bank.line(`${first.reference} KHANYI TRADING`, first.rand);
  const { data } = await bank.bookFirst(id);
  const unnamed = await bank.line('KHANYI TRADING', 77);
  const { suggestion } = await bank.read(unnamed);
  assert.deepEqual([suggestion?.certainty, suggestion?.parts[0]?.kind], ['possible', 'credit']);
  assert.equal(suggestion?.parts[0]?.payerName, 'Thandi Mokoena');
  const other = await owing('Naidoo');
  const forOther = await bank.read(
    await bank.line(`${other.reference} KHANYI TRADING`, other.rand),
  );
  assert.equal(forOther.certainty, 'likely');
  assert.match(forOther.suggestion?.why.join(' ') ?? '', /family/);
  await bank.undo(data.matches[0]?.id ?? '');
  assert.deepEqual((await bank.read(unnamed)).suggestions, []);
});

test('a payer is forgotten if the payment is undone at the invoice', async () => {
  const { reference, rand, invoiceId, memberId } = await owing();
  const id = await bank.line(`${reference} BONGI STORES`, rand);
  await bank.bookFirst(id);
  assert.deepEqual(await remembered('bongi stores'), [memberId]);
  const body = { reason: 'Of somebody else' };
  await callApi(app, undoInvoicePayment, { params: { id: invoiceId }, body }, as);
  assert.deepEqual(await remembered('bongi stores'), []);
  // Nor is the payer kept in the undone match.
  const matches = await app.db
    .selectFrom('bank_matches')
    .select('payer_key')
    .where('line_id', '=', id)
    .execute();
  assert.deepEqual(matches, [{ payer_key: null }]);
});

test('a payer of a line that is booked in two steps is forgotten with one undo', async () => {
  const [one, other] = [await owing(), await owing()];
  const id = await bank.line('CEDAR TRUST', 20);
  const part = (invoiceId: string) =>
    bank.book(id, [{ kind: 'invoice', recordId: invoiceId, amount: 10 }]);
  const match = (await part(one.invoiceId)).data.matches[0]?.id ?? '';
  await part(other.invoiceId);
  assert.deepEqual((await remembered('cedar trust')).length, 2);
  await bank.undo(match);
  assert.deepEqual(await remembered('cedar trust'), [other.memberId]);
});

test('a payer with two payments of one line is remembered until both are undone', async () => {
  const { invoiceId, memberId } = await owing();
  const id = await bank.line('DUNE FARM', 20);
  const part = { kind: 'invoice', recordId: invoiceId, amount: 10 } as const;
  await bank.book(id, [part]);
  const { data } = await bank.book(id, [part]);
  const [first, second] = data.matches;
  await bank.undo(first?.id ?? '');
  assert.deepEqual(await remembered('dune farm'), [memberId]);
  await bank.undo(second?.id ?? '');
  assert.deepEqual(await remembered('dune farm'), []);
});

test('money that was kept as a credit confirms nobody', async () => {
  const { reference, rand, memberId } = await owing();
  const { data } = await bank.bookFirst(await bank.line(`${reference} ELAND SHOP`, rand));
  assert.deepEqual(await remembered('eland shop'), [memberId]);
  const params = { id: data.matches[0]?.paymentId ?? '' };
  const body = { reason: 'For another invoice', keepAsCredit: true };
  await callApi(app, undoPayment, { params, body }, as);
  assert.deepEqual(await remembered('eland shop'), []);
});

test('the payer with most lines is first, and is forgotten after three years', async () => {
  const [rare, usual] = [await owing(), await owing()];
  for (const { invoiceId } of [rare, usual, usual]) {
    const id = await bank.line('FYNBOS NURSERY', 10);
    await bank.book(id, [{ kind: 'invoice', recordId: invoiceId, amount: 10 }]);
  }
  assert.deepEqual(await remembered('fynbos nursery'), [usual.memberId, rare.memberId]);
  await storeCertainty(app.ctx());
  assert.equal((await remembered('fynbos nursery')).length, 2);
  const at = new Date('2030-06-01T08:00:00Z');
  await storeCertainty({ ...app.ctx(), at });
  assert.deepEqual(await remembered('fynbos nursery'), []);
});

test('the memory of a payer moves with a merge, and back with its undo', async () => {
  const [one, other] = [await owing('Ntuli'), await owing('Ntuli')];
  // A paid invoice stays with both, so nothing is to choose.
  const pay = async (text: string, amount: number) =>
    bank.book(await bank.line(text, amount), [
      { kind: 'invoice', recordId: other.invoiceId, amount },
    ]);
  await pay('NTULI FARM', 10);
  await pay('NTULI TRUST', other.rand - 10);
  const params = { id: one.memberId };
  const query = { with: other.memberId };
  assert.deepEqual(await remembered('ntuli farm'), [other.memberId]);
  const { data: preview } = await callApi(app, previewMerge, { params, query }, as);
  const body = { ...query, version: preview.version };
  const merged = await callApi(app, mergeMembers, { params, body }, as);
  assert.equal(merged.status, 200, merged.message);
  assert.deepEqual(await remembered('ntuli farm'), [merged.data.id]);
  assert.deepEqual(await remembered('ntuli trust'), [merged.data.id]);
  const merge = await app.db
    .selectFrom('member_merges')
    .select('id')
    .where('kept_id', '=', merged.data.id)
    .executeTakeFirstOrThrow();
  const undone = await callApi(app, undoMerge, { params: merge }, as);
  assert.equal(undone.status, 200, undone.message);
  assert.deepEqual(await remembered('ntuli farm'), [other.memberId]);
  assert.deepEqual(await remembered('ntuli trust'), [other.memberId]);
});
