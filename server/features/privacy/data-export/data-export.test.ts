import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import {
  downloadDataExport,
  type DataExport,
  dataExportTexts,
} from '#contract/privacy/data-export.ts';
import { updateMember } from '#contract/members/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { notify, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { proveEmail, addFullHistoryMember } from '#test/support/full-history-member.ts';

const app = await openTestApp();

async function download(id: string, token: string) {
  const reply = await callApi(app, downloadDataExport, { params: { id } }, { token });
  const [, json = '{}'] = /id="data">\n([\s\S]*?)\n<\/script>/.exec(reply.text) ?? [];
  return { ...reply, held: JSON.parse(json) as DataExport };
}

function recordsIn(held: DataExport, title: string) {
  return held.parts.find((part) => part.title === title)?.records ?? [];
}

test('a member gets one readable page, which also contains the data as JSON', async () => {
  const { memberId, token, invoiceId } = await addFullHistoryMember(app, 'Thandi');
  const forged = toldOf(invoiceId, { name_first: 'Forged' });
  assert.equal((await notify(app, 'subscription', signed(forged, 'another'))).statusCode, 200);
  const { status, headers, text, held } = await download(memberId, token);
  assert.equal(status, 200);
  assert.match(String(headers['content-type']), /^text\/html/);
  assert.equal(headers['content-disposition'], 'attachment; filename="my-details-2027-03-10.html"');
  assert.equal(headers['cache-control'], 'no-store');
  assert.match(text, /<h1>What we hold about Thandi Thandi<\/h1>/);
  const [membership] = recordsIn(held, 'Your membership');
  assert.equal(membership?.['Status'], 'Active');
  assert.equal(membership?.['Phone'], '083 765 4321');
  const [period] = recordsIn(held, 'The periods of your membership');
  assert.equal(period?.['Day of the month on which it renews'], '10');
  const [payment] = recordsIn(held, 'Your payments');
  assert.equal(payment?.['Recorded from'], 'PayFast');
  assert.deepEqual([period?.['From'], period?.['Fee']], ['10 Mar 2027', 'R950.00']);
  assert.match(period?.['Invoice'] ?? '', /^INV-\d{5}$/);
  const [change] = recordsIn(held, 'What the office changed');
  assert.deepEqual(
    [change?.['What was done'], change?.['Before'], change?.['After']],
    ['Changed member', 'Phone: 082 123 4567', 'Phone: 083 765 4321'],
  );
  const [told, ...others] = recordsIn(held, 'What PayFast told us of your payments');
  assert.deepEqual(others, []);
  assert.match(told?.['Message'] ?? '', /^Name first: Thandi$/m);
  assert.doesNotMatch(told?.['Message'] ?? '', /signature|merchant/i);
});

test('donations with the member’s address are included only if the address is verified', async () => {
  const { memberId, userId, token } = await addFullHistoryMember(app, 'Sipho');
  const before = (await download(memberId, token)).held;
  assert.deepEqual(recordsIn(before, 'Your donations'), []);
  assert.deepEqual(before.notes, [dataExportTexts.notProved, dataExportTexts.leftOut]);
  assert.ok(!before.notes.join(' ').includes('everything'));
  assert.ok(!JSON.stringify(before).includes('DON-'));

  await proveEmail(app, 'sipho@example.org');
  const proved = (await download(memberId, await tokenOf(app, userId))).held;
  assert.match(recordsIn(proved, 'Your donations')[0]?.['Reference'] ?? '', /^DON-/);
  assert.deepEqual(proved.notes, [dataExportTexts.whatItIs, dataExportTexts.leftOut]);

  const changed = { params: { id: memberId }, body: { email: 'someone-else@example.org' } };
  await callApi(app, updateMember, changed, { token: await tokenOf(app, userId) });
  const after = (await download(memberId, await tokenOf(app, userId))).held;
  assert.deepEqual(recordsIn(after, 'Your donations'), []);
});

test('a mail that was kept without a mail server is not said to be sent', async () => {
  const { memberId, userId } = await registered(app, { email: 'kept@example.org' });
  const mails = async () =>
    recordsIn((await download(memberId, await tokenOf(app, userId))).held, 'Emails to you');
  const keptLabel = 'Kept here and not sent, because there was no mail server';
  const sent = { sent_at: app.clock.now(), next_attempt_at: null };
  const change = (is_captured: boolean) =>
    app.db
      .updateTable('mails')
      .set({ ...sent, is_captured })
      .where('to_email', '=', 'kept@example.org')
      .execute();
  for (const [isKept, words] of [
    [true, [null, 'Yes']],
    [false, ['10 Mar 2027, 10:00', null]],
  ] as const) {
    await change(isKept);
    const [mail] = await mails();
    assert.deepEqual([mail?.['Sent'], mail?.[keptLabel]], words);
  }
});

test('another member’s export gets a 404, like an unknown one, and an administrator gets it', async () => {
  const thandi = await registered(app, { email: 'own@example.org' });
  const curious = await registered(app, { email: 'curious@example.org' });
  const token = await tokenOf(app, curious.userId);
  const [theirs, unknown] = [
    await download(thandi.memberId, token),
    await download(randomUUID(), token),
  ];
  assert.deepEqual([theirs.status, theirs.text], [404, unknown.text]);
  const office = await naledi(app);
  assert.equal((await download(thandi.memberId, office.token)).status, 200);
  assert.equal((await download(randomUUID(), office.token)).status, 404);
});

test('user input cannot become markup, in the page or in the JSON', async () => {
  const lastName = '</script><img src=x onerror=alert(1)>"&';
  const { memberId, userId } = await registered(app, { email: 'odd@example.org', lastName });
  const { text, held } = await download(memberId, await tokenOf(app, userId));
  assert.equal(recordsIn(held, 'Your membership')[0]?.['Last name'], lastName);
  assert.equal(text.match(/<script/g)?.length, 1);
  assert.doesNotMatch(text, /<img/);
});
