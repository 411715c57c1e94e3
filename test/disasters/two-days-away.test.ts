import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sendMailAgain } from '#contract/communication/mail-log.ts';
import { donate } from '#contract/donations/endpoints.ts';
import { register } from '#contract/registration/endpoints.ts';
import { startWorkers } from '#server/workers.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { report } from '#test/support/disasters/losses.ts';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import { until } from '#test/support/outage.ts';
import {
  donationTypeId,
  judgeDue,
  notify,
  signed,
  toldOf,
} from '#test/support/payfast/notifications.ts';
import { answers, openProvider } from '#test/support/payfast/provider.ts';
import { naledi, registered, thandisForm, tokenOf } from '#test/support/people.ts';
import { underWay } from '#test/support/mail/bulk.ts';
import { readBulkEmail } from '#server/features/bulk-emails/queries.ts';

const hourMs = 3_600_000;
/** The hours at which a mail is tried again, while each attempt fails. */
const attempts = [0, 0.02, 0.12, 0.4, 1.45, 3.5, 7.6, 15.7, 23.8, 31.9, 39.9];
const people = 5;
const recipients = 20;

const mailServer = await openMailServer();
after(() => mailServer.close());
const provider = await openProvider();
const app = await openTestApp({ SMTP_URL: mailServer.url, PAYFAST_VALIDATE_URL: provider.url });
const administrator = await naledi(app);
const workers = await startWorkers(app);
after(() => workers.stop());

const setHours = (hours: number) =>
  app.clock.set(new Date(Date.parse(testStart) + hours * hourMs).toISOString());

const waiting = async () =>
  app.db.selectFrom('mails').select('next_attempt_at').where('sent_at', 'is', null).execute();

/** Everything that is due at the time of the clock has been tried. */
async function tryAll(): Promise<void> {
  await until('each due mail to be tried', async () =>
    (await waiting()).every(
      ({ next_attempt_at }) => next_attempt_at === null || next_attempt_at > app.clock.now(),
    ),
  );
  await judgeDue(app);
}

/** Five EFT members, five donors, five card payments and a bulk email. Returns the card payments. */
async function work(name: string) {
  const cards: string[] = [];
  for (let n = 1; n <= people; n += 1) {
    const body = await thandisForm(app, { email: `${name}-eft-${n}@example.org` });
    assert.equal((await callApi(app, register, { body })).status, 200);
    const donor = {
      firstName: 'Sipho',
      lastName: 'Nkosi',
      email: `${name}-donor-${n}@example.org`,
    };
    const type = { donationTypeId: await donationTypeId(app, 'EFT'), amount: 120 };
    assert.equal((await callApi(app, donate, { body: { ...donor, ...type } })).status, 201);
    const card = await registered(app, {
      email: `${name}-card-${n}@example.org`,
      paymentType: 'Credit Card',
    });
    const notified = await notify(app, 'subscription', signed(toldOf(card.invoiceId)));
    assert.equal(notified.statusCode, 200);
    cards.push(card.invoiceId);
  }
  return cards;
}

test('mail server and card provider are away for two days, and then everything arrives once', async (t) => {
  await mailServer.goDown();
  provider.answer = answers['a cut connection'];
  const cards = await work('away');
  let bulkEmail = '';
  for (const hours of attempts) {
    setHours(hours);
    // Late, because its worker pauses by the machine's clock.
    if (hours === attempts.at(-2)) bulkEmail = await underWay(app, recipients);
    await tryAll();
  }
  assert.equal(mailServer.counts.size, 0);
  const paid = () =>
    app.db
      .selectFrom('payments')
      .select(['invoice_id', 'paid_on'])
      .where('invoice_id', 'in', cards)
      .execute();
  assert.deepEqual(await paid(), []);

  await mailServer.comeUp();
  provider.answer = answers.VALID;
  setHours(47.95);
  await until('every mail', async () => (await waiting()).length === 0);
  // Retries at the card provider go on for longer than two days.
  setHours(71);
  await until('every card payment', async () => {
    await judgeDue(app);
    return (await paid()).length === cards.length;
  });
  const payments = await paid();
  assert.equal(new Set(payments.map(({ invoice_id }) => invoice_id)).size, cards.length);
  // The day of the notification, not the day on which the provider answered again.
  assert.deepEqual([...new Set(payments.map(({ paid_on }) => paid_on))], [testStart.slice(0, 10)]);
  await until('every receipt', async () => (await waiting()).length === 0);
  const done = await until(
    'the bulk email',
    async () => {
      const email = await readBulkEmail(app.db, bulkEmail);
      return email.bulkEmailStatusName === 'Complete' && email;
    },
    90_000,
  );
  assert.equal(done.sentCount + done.uncertainCount, done.totalCount);
  const mails = await app.db.selectFrom('mails').select('to_email').execute();
  const arrived = [...mailServer.counts.values()].reduce((sum, count) => sum + count, 0);
  assert.equal(arrived, mails.length + done.sentCount);
  report(t, {
    'card payments': cards.length,
    mails: mails.length,
    'bulk emails': done.sentCount,
    lost: 0,
    twice: 0,
  });
});

test('a mail server that stays away longer leaves failed mails, which an administrator sends again @full', async (t) => {
  setHours(100);
  mailServer.counts.clear();
  await mailServer.goDown();
  await work('longer');
  for (const hours of [...attempts, 47.95, 56]) {
    setHours(100 + hours);
    await tryAll();
  }
  const failed = await app.db
    .selectFrom('mails')
    .select(['id', 'to_email', 'server_answer'])
    .where('failed_at', 'is not', null)
    .where('to_email', 'like', 'longer-%')
    .execute();
  const asked = await app.db
    .selectFrom('mails')
    .select('id')
    .where('to_email', 'like', 'longer-%')
    .execute();
  assert.equal(failed.length, asked.length);
  assert.ok(
    failed.every(({ server_answer }) => (server_answer ?? '').startsWith('Nothing answers at')),
  );
  await mailServer.comeUp();
  const token = await tokenOf(app, administrator.id);
  for (const { id } of failed) {
    const reply = await callApi(app, sendMailAgain, { params: { id } }, { token });
    assert.ok(reply.status < 300, String(reply.status));
  }
  await until(
    'every mail',
    () => mailServer.counts.size === new Set(failed.map((mail) => mail.to_email)).size,
  );
  await until('every record', async () =>
    (await waiting()).every((row) => row.next_attempt_at === null),
  );
  report(t, { failed: failed.length, 'sent again': failed.length });
});
