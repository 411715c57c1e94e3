import assert from 'node:assert/strict';
import { test } from 'node:test';
import { login } from '#contract/auth/endpoints.ts';
import { createMember, deleteMember, updateMember } from '#contract/members/endpoints.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { statusId } from '#server/features/member-statuses/queries.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import { allRows, archive, lastUsed, membershipOf, rowsOf } from '#test/support/assertions.ts';
import { naledi, password, registered, sibusisosForm } from '#test/support/people.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { concurrently, numbersAfter, succeeded } from '#test/support/concurrent.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const create = async (email: string) =>
  callApi(app, createMember, { body: await sibusisosForm(app, { email }) }, { token });
const settle = async (invoiceId: string) =>
  (await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' })).outcome;
const statusesOf = (replies: { status: number }[]) =>
  replies.map(({ status }) => status).toSorted((one, two) => one - two);

test('twenty concurrent creates with one address create one member, one number and one invitation', async () => {
  const before = await allRows(app);
  const number = await lastUsed(app, 'member');
  const replies = succeeded(await concurrently(20, () => create('wanted@example.org')));
  assert.deepEqual(statusesOf(replies), [201, ...Array<number>(19).fill(409)]);
  const after = await allRows(app);
  assert.deepEqual(
    [after.users, after.members, after.mails],
    [before.users + 1, before.members + 1, before.mails + 1],
  );
  assert.equal(await lastUsed(app, 'member'), number + 1);
});

test('twenty concurrent creates with an archived address restore the old record once', async () => {
  const { memberId, email } = await registered(app, { email: 'back@example.org' });
  await archive(app, memberId);
  const replies = succeeded(await concurrently(20, () => create(email)));
  assert.deepEqual(statusesOf(replies), [201, ...Array<number>(19).fill(409)]);
  assert.equal(replies.find(({ status }) => status === 201)?.data.id, memberId);
});

test('twenty concurrently created members get consecutive numbers', async () => {
  const before = await lastUsed(app, 'member');
  const replies = succeeded(await concurrently(20, (n) => create(`queue-${n}@example.org`)));
  const numbers = replies.map(({ data }) => Number(data.membershipNumber));
  assert.deepEqual(
    numbers.toSorted((one, two) => one - two),
    numbersAfter(before, 20),
  );
});

test('twenty deletions and a concurrent payment leave the member archived with it, or deleted without it', async () => {
  for (const paysAfter of [0, 1, 3, 9, 20]) {
    const { memberId, invoiceId } = await registered(app, { email: `d${paysAfter}@example.org` });
    const remove = () => callApi(app, deleteMember, { params: { id: memberId } }, { token });
    let settled: Promise<unknown> = Promise.resolve();
    const outcomes = await concurrently(21, (n) => {
      if (n !== paysAfter) return remove();
      settled = settle(invoiceId).catch(({ status }: { status: number }) => status);
      return remove();
    });
    const replies = succeeded(outcomes);
    assert.equal(replies.length, 21);
    const { invoice, payments } = await rowsOf(app, invoiceId);
    const member = app.db.selectFrom('members').select('archived_at').where('id', '=', memberId);
    const row = await member.executeTakeFirst();
    if ((await settled) === 'settled') {
      assert.deepEqual([payments.length, invoice.member_id], [1, memberId]);
      assert.notEqual(row?.archived_at ?? null, null);
      assert.deepEqual(new Set(statusesOf(replies)), new Set([204]));
    } else {
      assert.equal(await settled, 409);
      assert.deepEqual([payments.length, invoice.member_id, row], [0, null, undefined]);
      assert.deepEqual(statusesOf(replies), [204, ...Array<number>(20).fill(404)]);
    }
  }
});

test('a payment after the deletion finds a void invoice, and a deletion after the payment archives the member', async () => {
  for (const paysFirst of [true, false]) {
    const email = `waits-${paysFirst}@example.org`;
    const { memberId, invoiceId } = await registered(app, { email });
    const held = await app.db.startTransaction().execute();
    await held.selectFrom('members').select('id').where('id', '=', memberId).forUpdate().execute();
    const pay = () => settle(invoiceId).catch(({ status }: { status: number }) => status);
    const remove = () => callApi(app, deleteMember, { params: { id: memberId } }, { token });
    const first = paysFirst ? pay() : remove();
    await untilWaiting(app, 1);
    const second = paysFirst ? remove() : pay();
    await untilWaiting(app, 2);
    await held.commit().execute();
    const paid = await (paysFirst ? first : second);
    await Promise.all([first, second]);
    assert.equal(paid, paysFirst ? 'settled' : 409);
    const member = app.db.selectFrom('members').select('archived_at').where('id', '=', memberId);
    assert.equal((await member.executeTakeFirst()) !== undefined, paysFirst);
  }
});

test('of a manual status and a concurrent payment the later one applies, and one period runs', async () => {
  const body = { memberStatusID: await statusId(app.db, statusNames.expired) };
  for (const paysFirst of [true, false]) {
    const { memberId, invoiceId } = await registered(app, { email: `s-${paysFirst}@example.org` });
    const held = await app.db.startTransaction().execute();
    await held.selectFrom('members').select('id').where('id', '=', memberId).forUpdate().execute();
    const set = () => callApi(app, updateMember, { params: { id: memberId }, body }, { token });
    const first = paysFirst ? settle(invoiceId) : set();
    await untilWaiting(app, 1);
    const second = paysFirst ? set() : settle(invoiceId);
    await untilWaiting(app, 2);
    await held.commit().execute();
    await Promise.all([first, second]);
    const { status, statusSetBy, periods } = await membershipOf(app, memberId);
    assert.deepEqual(
      [status, statusSetBy !== null, periods.length],
      paysFirst ? ['Expired', true, 1] : ['Active', false, 1],
    );
  }
});

test('a member who is deactivated, archived or readdressed during sign-in gets no session', async () => {
  const deactivated = {
    memberStatusID: await statusId(app.db, statusNames.deactivated),
    deactivatedReason: 'Left',
  };
  type Changed = (id: string) => Promise<{ status: number }>;
  const change =
    (body: object): Changed =>
    (id) =>
      callApi(app, updateMember, { params: { id }, body }, { token });
  const remove: Changed = (id) => callApi(app, deleteMember, { params: { id } }, { token });
  const moves = { email: 'elsewhere@example.org' };
  for (const [n, attempt] of [change(deactivated), change(moves), remove].entries()) {
    const { memberId, userId, invoiceId, email } = await registered(app, {
      email: `signing-in-${n}@example.org`,
    });
    await settle(invoiceId);
    const held = await app.db.startTransaction().execute();
    await held.selectFrom('members').select('id').where('id', '=', memberId).forUpdate().execute();
    const changed = attempt(memberId);
    await untilWaiting(app, 1);
    // The password is already verified when the sign-in waits.
    const signingIn = callApi(app, login, { body: { email, password } });
    await untilWaiting(app, 2);
    await held.commit().execute();
    assert.ok([200, 204].includes((await changed).status));
    assert.equal((await signingIn).status, 401);
    const sessions = app.db.selectFrom('sessions').select('id').where('user_id', '=', userId);
    assert.deepEqual(await sessions.execute(), []);
  }
});

test('twenty administrators who concurrently set Active add one period', async () => {
  const { memberId } = await registered(app, { email: 'gift@example.org' });
  const body = { memberStatusID: await statusId(app.db, statusNames.active) };
  const outcomes = await concurrently(20, () =>
    callApi(app, updateMember, { params: { id: memberId }, body }, { token }),
  );
  assert.deepEqual(new Set(statusesOf(succeeded(outcomes))), new Set([200]));
  assert.equal((await membershipOf(app, memberId)).periods.length, 1);
});

test('of twenty members who concurrently change to one address, one succeeds', async () => {
  const people: { memberId: string }[] = [];
  for (let n = 0; n < 20; n++)
    people.push(await registered(app, { email: `old-${n}@example.org` }));
  const body = { email: 'coveted@example.org' };
  const outcomes = await concurrently(20, (n) =>
    callApi(app, updateMember, { params: { id: people[n]!.memberId }, body }, { token }),
  );
  assert.deepEqual(statusesOf(succeeded(outcomes)), [200, ...Array<number>(19).fill(409)]);
});
