import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { matchTexts } from '#contract/bank-matching/texts.ts';
import { processDonationPayment, searchDonations } from '#contract/donations/admin-endpoints.ts';
import { donationTexts } from '#contract/donations/endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { getMenuCounts } from '#contract/menu-counts/endpoints.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { recountLists } from '#server/platform/db/lists/recount-lists.ts';
import { openTestApp } from '#test/support/app.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { openMatching, partsOf } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
const bank = openMatching(app, token);
let people = 0;
const owing = () => bank.owing(`returned-${(people += 1)}@example.org`);

/** A payment by hand, the line that brought it, matched with it, and the open line that takes it back. */
async function recordedAndReturned() {
  const { reference, rand, invoiceId } = await owing();
  await callApi(app, processInvoicePayment, { params: { id: invoiceId } }, as);
  const [came = '', went = ''] = await bank.imported([
    { text: reference, rand, day: '2027-03-09' },
    { text: `REV-MAGTAPE CREDIT ${reference}`, rand: -rand, day: '2027-03-10' },
  ]);
  const { data } = await bank.bookFirst(came);
  assert.equal(data.matches[0]?.kind, 'recorded');
  return { came, went, invoiceId, rand, match: data.matches[0].id };
}

test('the line of a payment by hand that the bank took back stays matched', async () => {
  const { came, went, invoiceId, rand, match } = await recordedAndReturned();
  const booked = await bank.bookFirst(went);
  assert.deepEqual([booked.data.state, booked.data.matches[0]?.kind], ['matched', 'reversal']);
  assert.equal((await rowsOf(app, invoiceId)).invoice.payment_id, null);
  const refused = await bank.undo(match);
  assert.deepEqual(
    [refused.status, refused.message],
    [409, matchTexts.takenBack({ day: '2027-03-10', rand: -rand })],
  );
  await assert.rejects(
    sql`UPDATE bank_matches SET reversed_at = now(), reversed_by = recorded_by, reversed_reason = 'x'
      WHERE id = ${match}`.execute(app.db),
    { constraint: 'bank_matches_taken_back' },
  );
  assert.equal((await bank.read(came)).state, 'matched');
  assert.equal((await bank.undo(booked.data.matches[0]?.id ?? '')).data.state, 'open');
  assert.equal((await bank.read(came)).state, 'open');
  // A repeat changes nothing.
  assert.deepEqual((await bank.undo(match)).data.state, 'open');
});

test('a reversal that is booked while its first line is undone keeps both lines, or finds none', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { came, went, match } = await recordedAndReturned();
    const parts = partsOf((await bank.read(went)).suggestion);
    const replies = await Promise.all([bank.undo(match), bank.book(went, parts)]);
    assert.ok(replies.every(({ status }) => status === 200 || status === 409));
    const [first, second] = [await bank.read(came), await bank.read(went)];
    // Undone first, the line that brought the payment is open, and the reversal has to wait for it.
    const isUndoneFirst = replies[0].status === 200;
    const state = isUndoneFirst ? 'open' : 'matched';
    assert.deepEqual([first.state, second.state], [state, state]);
    assert.notEqual(first.certainty, 'certain');
  }
});

test('a line whose booking was undone, here or at the invoice, is not booked together again', async () => {
  const [here, there] = [await owing(), await owing()];
  const ids = await bank.imported([
    { text: here.reference, rand: here.rand },
    { text: there.reference, rand: there.rand },
  ]);
  const [first = ''] = ids;
  assert.equal((await bank.bookCertain(ids)).data.booked, 2);
  await bank.undo((await bank.read(first)).matches[0]?.id ?? '', 'Belongs to somebody else');
  const body = { reason: 'It bounced' };
  await callApi(app, undoInvoicePayment, { params: { id: there.invoiceId }, body }, as);
  const { data } = await bank.bookCertain(ids);
  assert.deepEqual([data.booked, data.left], [0, 0]);
  assert.ok(data.notBooked.every(({ why }) => why.includes('was undone on')));
  for (const id of ids) {
    const { state, suggestion } = await bank.read(id);
    assert.deepEqual([state, suggestion?.certainty], ['open', 'likely']);
    assert.match(suggestion?.why.join(' ') ?? '', /was undone on/);
  }
});

test('a line whose statement was read again after an undo is not certain', async () => {
  const { reference, rand } = await owing();
  const booked = await bank.line(reference, rand);
  const { data } = await bank.bookFirst(booked);
  await bank.undo(data.matches[0]?.id ?? '');
  const again = await bank.line(`${reference} AGAIN`, rand);
  assert.equal((await bank.read(again)).certainty, 'likely');
});

test('money that one file brings and takes back is not certain, until it is said what went out', async () => {
  const { reference, rand } = await owing();
  const other = await owing();
  const [came = '', others = '', went = ''] = await bank.imported([
    { text: reference, rand, day: '2027-03-09' },
    { text: other.reference, rand, day: '2027-03-09' },
    { text: `REV-MAGTAPE CREDIT ${reference}`, rand: -rand, day: '2027-03-10' },
  ]);
  const { certainty, suggestion } = await bank.read(came);
  assert.equal(certainty, 'likely');
  assert.match(suggestion?.why.join(' ') ?? '', /left the account on 10 Mar 2027.*mark both lines/);
  // The line that went out names the other invoice only.
  assert.equal((await bank.read(others)).certainty, 'certain');
  await bank.dismiss(went);
  assert.equal((await bank.read(came)).certainty, 'certain');
});

test('a donation that was made by booking a line is withdrawn with it, and waits for no money', async () => {
  const pendingOf = async () =>
    (await callApi(app, searchDonations, { body: { isReceived: false } }, as)).data.totalCount;
  const countOf = async () => (await callApi(app, getMenuCounts, {}, as)).data.pendingDonations;
  const [before, counted] = [await pendingOf(), await countOf()];
  const [line = ''] = await bank.imported([{ text: 'GIFT OF NALEDI', rand: 70 }]);
  const donor = { firstName: 'Naledi', lastName: 'Gift', email: 'gift@example.org' };
  const parts = [{ kind: 'new-donation' as const, amount: 70, ...donor }];
  const booked = await bank.book(line, parts);
  assert.equal(booked.status, 200, booked.message);
  await bank.undo(booked.data.matches[0]?.id ?? '');
  const body = { email: donor.email };
  const { data } = await callApi(app, searchDonations, { body }, as);
  const [donation] = data.results;
  assert.deepEqual([donation?.isReceived, donation?.isWithdrawn], [false, true]);
  assert.equal(await pendingOf(), before);
  assert.equal(await countOf(), counted);
  await recountLists(app);
  assert.equal(await countOf(), counted);
  const params = { id: donation?.id ?? '' };
  const processed = await callApi(app, processDonationPayment, { params, body: {} }, as);
  assert.deepEqual([processed.status, processed.message], [409, donationTexts.isWithdrawn]);
  const pays = [{ kind: 'donation' as const, recordId: params.id, amount: 70 }];
  const refused = await bank.book(line, pays);
  assert.deepEqual([refused.status, refused.message], [409, donationTexts.isWithdrawn]);
  // The line is booked again as another donation.
  assert.equal((await bank.book(line, parts)).status, 200);
});

test('the mail that a receipt was a mistake is sent if the receipt was and the administrator wants it', async () => {
  for (const mailsPayer of [true, false]) {
    const { reference, rand, invoiceId } = await owing();
    const [line = ''] = await bank.imported([{ text: reference, rand, day: '2027-03-09' }]);
    const booked = await bank.bookFirst(line);
    await app.db
      .updateTable('mails')
      .set({ next_attempt_at: null, sent_at: app.ctx().at })
      .where('kind', '=', 'receipt')
      .execute();
    const { status } = await bank.undo(booked.data.matches[0]?.id ?? '', 'Wrong person', {
      mailsPayer,
    });
    const { mails } = await rowsOf(app, invoiceId);
    const sent = mails.filter(({ kind }) => kind === 'receipt-mistake');
    assert.deepEqual([status, sent.length], [200, mailsPayer ? 1 : 0]);
  }
});
