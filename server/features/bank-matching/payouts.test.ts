import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import { refundCredit } from '#contract/payments/credits.ts';
import { getPayout } from '#contract/bank-matching/payouts.ts';
import { notificationDepsOf } from '#server/features/payments/notifications/process-notification.ts';
import { loadCardEntries } from '#server/features/payments/payouts/load-card-entries.ts';
import { openTestApp } from '#test/support/app.ts';
import { checkedAfter, failedRows } from '#test/support/books/agree.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { addTransaction } from '#test/support/payfast/comparing.ts';
import { judgeDue, notify, pledged, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { storeCertainty } from './store-certainty.ts';

const provider = await openProvider();
const app = await openTestApp({ PAYFAST_VALIDATE_URL: provider.url });
const { id: adminId } = await naledi(app);
const text = 'PAYFAST   PO00918273';
let number = 0;

/** An administrator at a bank statement of that day, with a new session. */
async function onDay(day: string) {
  app.clock.set(`${day}T08:00:00Z`);
  const token = await tokenOf(app, adminId);
  const bank = openMatching(app, token);
  const read = (id: string) => callApi(app, getPayout, { params: { id } }, { token });
  return {
    ...bank,
    token,
    read,
    line: (rand: number, words = text) => bank.line(words, rand, day),
    contentsOf: async (id: string) => (await read(id)).data,
    bookPayout: (id: string, amount: number) => bank.book(id, [{ kind: 'payout', amount }]),
  };
}

/** A donation by card of R450, less R10.35, as its notification reported it. */
async function paidByCard(): Promise<string> {
  const id = await pledged(app);
  const change = { item_name: 'TGA - Donation Payment', pf_payment_id: `77${(number += 1)}` };
  await notify(app, 'donation', signed(toldOf(id, change)));
  const deps = notificationDepsOf(app);
  await judgeDue(app, { ...deps, payfast: { ...deps.payfast, mode: 'live' } });
  return id;
}

test('a payout contains the payments of the notifications, with their fees, until it is undone', async () => {
  await onDay('2027-03-05');
  await paidByCard();
  await paidByCard();
  const { contentsOf, bookPayout, ...bank } = await onDay('2027-03-10');
  const line = await bank.line(879.3);
  const shown = await contentsOf(line);
  assert.deepEqual(
    [shown.isBooked, shown.certainty, shown.gross, shown.fee, shown.net, shown.payoutFee],
    [false, 'exact', 900, 20.7, 879.3, 0],
  );
  assert.deepEqual(
    shown.payments.map(({ kind, day, gross, fee, net }) => [kind, day, gross, fee, net]),
    [
      ['donation', '2027-03-05', 450, 10.35, 439.65],
      ['donation', '2027-03-05', 450, 10.35, 439.65],
    ],
  );
  assert.match(shown.payments[0]?.name ?? '', /^DON-\d{5}$/);

  const booked = await bookPayout(line, 879.3);
  assert.equal(booked.data.state, 'matched');
  assert.deepEqual(await contentsOf(line), { ...shown, isBooked: true });
  // They are paid out: another line of the same amount contains nothing.
  const other = await bank.line(879.3);
  assert.equal((await contentsOf(other)).certainty, 'none');
  assert.equal((await bookPayout(other, 879.3)).data.state, 'matched');
  assert.deepEqual((await contentsOf(other)).payments, []);

  await bank.undo(booked.data.matches[0]?.id ?? '');
  assert.deepEqual(await contentsOf(line), shown);
  assert.equal((await bookPayout(line, 879.3)).status, 200);
  assert.equal((await contentsOf(line)).payments.length, 2);
});

test('without the list, a payout is less by what went back of card payments: charged back, undone and refunded', async () => {
  await onDay('2027-07-01');
  const donations = [
    await paidByCard(),
    await paidByCard(),
    await paidByCard(),
    await paidByCard(),
  ];
  const { contentsOf, bookPayout, token, ...bank } = await onDay('2027-07-06');
  const paymentOf = async (donationId: string | undefined) => {
    const { id } = await app.db
      .selectFrom('payments')
      .select('id')
      .where('donation_id', '=', donationId ?? '')
      .executeTakeFirstOrThrow();
    return id;
  };
  const undo = async (donationId: string | undefined, more: object) => {
    const params = { id: await paymentOf(donationId) };
    const body = { reason: 'Charged back', ...more };
    const reply = await callApi(app, undoPayment, { params, body }, { token });
    assert.equal(reply.status, 200, reply.message);
  };
  await undo(donations[0], { returnedOn: '2027-07-05' });
  await undo(donations[1], {});
  await undo(donations[2], { keepAsCredit: true });
  const refund = { amount: 50, refundedOn: '2027-07-05', refundedBy: 'Credit Card' as const };
  const params = { id: await paymentOf(donations[2]) };
  const refunded = await callApi(app, refundCredit, { params, body: refund }, { token });
  assert.equal(refunded.status, 200, refunded.message);
  for (const amount of [30, 30]) {
    const again = { ...refund, amount };
    assert.equal(
      (await callApi(app, refundCredit, { params, body: again }, { token })).status,
      200,
    );
  }
  // PayFast keeps its fees of what went back.
  // 4 × R439.65, less twice R450, R50 and twice R30.
  const net = 748.6;
  const line = await bank.line(net);
  const shown = await contentsOf(line);
  assert.deepEqual(
    [
      shown.certainty,
      shown.net,
      shown.payments.map(({ gross }) => gross).toSorted((one, two) => one - two),
    ],
    ['exact', net, [-450, -450, -50, -30, -30, 450, 450, 450, 450]],
  );
  assert.equal((await bookPayout(line, net)).status, 200);
  // It is in this payout, and lowers no other one, whatever PayFast calls it in its list.
  assert.deepEqual((await contentsOf(await bank.line(100))).payments, []);
  const { id: matchId } = await app.db
    .selectFrom('bank_matches')
    .select('id')
    .where('line_id', '=', line)
    .executeTakeFirstOrThrow();
  const entries = await app.db
    .selectFrom('payout_entries')
    .select(['provider_id as providerId', 'gross_cents as cents'])
    .where('match_id', '=', matchId)
    .where('gross_cents', '<', 0)
    .execute();
  for (const [second, { providerId, cents }] of entries.entries()) {
    // Two of one amount on one day have times of their own.
    app.clock.set(`2027-07-06T08:00:0${second}Z`);
    await addTransaction(app, { recordId: donations[0] ?? '', providerId, amount: cents / 100 });
  }
  assert.deepEqual(await loadCardEntries(app.db, '2027-07-06'), []);
});

test('a fee for the payout is the difference', async () => {
  await onDay('2027-03-20');
  await paidByCard();
  const { contentsOf, bookPayout, ...bank } = await onDay('2027-03-24');
  const line = await bank.line(429.64);
  const { certainty, net, payoutFee } = await contentsOf(line);
  assert.deepEqual([certainty, net, payoutFee], ['fee', 439.65, 10.01]);
  await bookPayout(line, 429.64);
  assert.equal((await contentsOf(line)).payoutFee, 10.01);
  // Without its payments the payout has no fee, and the ledger still has it.
  const rows = failedRows(await checkedAfter(app, 'DELETE FROM payout_entries'));
  const named = 'its card payments are R429.64, the ledger has R439.65';
  assert.ok(rows.includes(`Bank in the ledger: Payout of 24 Mar 2027, R429.64: ${named}`));
});

test('two payouts that are booked at once do not contain the same payment', async () => {
  await onDay('2027-04-01');
  await paidByCard();
  const { contentsOf, bookPayout, ...bank } = await onDay('2027-04-05');
  const lines = [await bank.line(439.65), await bank.line(439.65)];
  const replies = await Promise.all(lines.map((id) => bookPayout(id, 439.65)));
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  );
  const contents = await Promise.all(lines.map(contentsOf));
  assert.deepEqual(contents.map(({ payments }) => `${payments.length}`).toSorted(), ['0', '1']);
});

test('where PayFast lists its transactions, these count, also those that are not recorded here', async () => {
  await onDay('2027-05-02');
  const donationId = await pledged(app);
  const { happenedAt } = await addTransaction(app, { recordId: donationId, providerId: '880001' });
  await addTransaction(app, {
    recordId: '5f6e1c1e-0d5c-4f0c-9a51-2f6d3e8b1c70',
    providerId: '880002',
    amount: 100,
  });
  // The payout itself, and a payment in the sandbox.
  await app.db
    .insertInto('provider_transactions')
    .values([
      {
        id: '5f6e1c1e-0d5c-4f0c-9a51-2f6d3e8b1c71',
        provider_id: '',
        type: 'PAYOUT',
        happened_at: happenedAt,
        gross_cents: -50_000,
        fee_cents: 0,
        net_cents: -50_000,
        record_id: null,
        is_test: false,
        first_seen_at: happenedAt,
      },
      {
        id: '5f6e1c1e-0d5c-4f0c-9a51-2f6d3e8b1c72',
        provider_id: '880003',
        type: 'FUNDS_RECEIVED',
        happened_at: happenedAt,
        gross_cents: 10_000,
        fee_cents: 0,
        net_cents: 10_000,
        record_id: null,
        is_test: true,
        first_seen_at: happenedAt,
      },
    ])
    .execute();
  const { contentsOf, bookPayout, ...bank } = await onDay('2027-05-05');
  const line = await bank.line(529.3);
  const shown = await contentsOf(line);
  assert.deepEqual([shown.certainty, shown.gross, shown.fee], ['exact', 550, 20.7]);
  assert.deepEqual(
    shown.payments.map(({ providerId, name }) => [providerId, name.slice(0, 4)]),
    [
      ['880001', 'DON-'],
      ['880002', ''],
    ],
  );
  await bookPayout(line, 529.3);
  assert.equal((await contentsOf(line)).payments.length, 2);
});

test('a payout that was booked before PayFast listed its payments gets them, with its fee, when it does', async () => {
  const { contentsOf, bookPayout, ...bank } = await onDay('2027-06-05');
  const line = await bank.line(519.29);
  await bookPayout(line, 519.29);
  assert.deepEqual((await contentsOf(line)).payments, []);
  const posted = async () => {
    const { rows } = await sql<{ day: string; cents: number }>`
      SELECT e.day, sum(l.cents)::bigint AS cents FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
      JOIN bank_matches AS m ON m.id = e.source_id WHERE m.line_id = ${line} AND l.account = 'fees' GROUP BY 1`.execute(
      app.db,
    );
    return rows.map(({ day, cents }) => [day, cents]);
  };
  assert.deepEqual(await posted(), []);
  await onDay('2027-06-03');
  await addTransaction(app, { recordId: await pledged(app), providerId: '880011' });
  await addTransaction(app, {
    recordId: '5f6e1c1e-0d5c-4f0c-9a51-2f6d3e8b1c70',
    providerId: '880012',
    amount: 100,
  });
  const later = await onDay('2027-06-06');
  await app.db
    .updateTable('provider_transactions')
    .set({ first_seen_at: app.clock.now() })
    .where('provider_id', 'like', '88001%')
    .execute();
  for (let night = 0; night < 2; night += 1) await storeCertainty(app.ctx());
  const { payments, payoutFee } = await later.contentsOf(line);
  assert.deepEqual([payments.length, payoutFee], [2, 10.01]);
  assert.deepEqual(await posted(), [['2027-06-05', 1001]]);
});

test('money out and an unknown line contain nothing', async () => {
  const { line, read, contentsOf } = await onDay('2027-05-06');
  const charge = await line(-8.5, '#CASH DEPOSIT FEE');
  assert.equal((await contentsOf(charge)).certainty, 'none');
  assert.equal((await read('5f6e1c1e-0d5c-4f0c-9a51-2f6d3e8b1c70')).status, 404);
});
