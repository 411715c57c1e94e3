import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { forgotPassword } from '#contract/auth/endpoints.ts';
import { register } from '#contract/registration/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { registered, thandisForm } from '#test/support/people.ts';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import { until } from '#test/support/outage.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { mailDepsOf } from '#server/workers.ts';
import { mailResetLink } from '#server/features/auth/mail-reset-link.ts';
import { sendOne } from '#test/support/mail/send-one.ts';
import { startMailSender } from './mail-sender.ts';
import { openTransport } from './open-transport.ts';

const app = await openTestApp();
const server = await openMailServer();
const timeouts = { connection: 300, greeting: 300, socket: 300, whole: 1500 };
const transport = openTransport({
  smtpUrl: server.url,
  outboxDir: '/nowhere',
  log: app.log,
  timeouts,
});
const deps = mailDepsOf(app, transport);
/** Once the server is well again, a machine with much else to do is waited for. */
const patient = openTransport({ smtpUrl: server.url, outboxDir: '/nowhere', log: app.log });
const patientPost = mailDepsOf(app, patient);
after(async () => {
  await sender.stop();
  transport.close();
  patient.close();
  await server.close();
});
const knownTo = (place: number) => `known${place}@example.org`;
for (let place = 0; place < 10; place += 1) await registered(app, { email: knownTo(place) });
// Their invoices are not what this is about.
await app.db
  .updateTable('mails')
  .set((row) => ({ sent_at: row.ref('created_at'), next_attempt_at: null }))
  .execute();
let sender = startMailSender(deps);
await app.queue.work('mail-reset-link', ({ email }) => mailResetLink(app.ctx(), email));

beforeEach(() => {
  server.manners = {};
  server.counts.clear();
  app.clock.set(testStart);
});

const reset = (email: string) => callApi(app, forgotPassword, { body: { email } });
const troubles: [string, () => unknown][] = [
  ['is down', () => server.goDown()],
  ['never greets', () => (server.manners.greet = () => 'silence')],
  ['hangs up', () => (server.manners.greet = () => 'drop')],
  ['is busy', () => (server.manners.greet = () => '421 busy')],
  ['refuses the sender', () => (server.manners.mailFrom = () => '451 later')],
  ['refuses the recipient for now', () => (server.manners.rcptTo = () => '450 full')],
  ['refuses to hear the message', () => (server.manners.data = () => '451 no room')],
  ['loses the message', () => (server.manners.taken = () => '451 lost it')],
  ['hangs up after the message', () => (server.manners.taken = () => 'lose')],
  ['never answers the message', () => (server.manners.taken = () => 'silence')],
];

for (const [place, [what, become]] of troubles.entries()) {
  test(`while the mail server ${what}, people register and reset at once, and their mail comes later, once`, async () => {
    const wellForm = await thandisForm(app, { email: `well${place}@example.org` });
    const usual = await inTurn([wellForm], (body) => callApi(app, register, { body }));
    await become();
    // The new behaviour also applies to open connections.
    server.hangUp();
    const emails = [0, 1, 2].map((n) => `new${place}-${n}@example.org`);
    const forms = await Promise.all(emails.map((email) => thandisForm(app, { email })));
    // The quickest of three, and on a machine that is slower than that anyway, not slower than usual.
    const registering = await inTurn(forms, (body) => callApi(app, register, { body }));
    const asking = [knownTo(place), 'nobody@example.org', 'nobody.else@example.org'];
    const resetting = await inTurn(asking, reset);
    assert.ok(
      registering < Math.max(1000, 5 * usual) && resetting < Math.max(1000, 5 * usual),
      `${registering} ms, ${resetting} ms; usually ${usual} ms`,
    );
    const due = await until('each to be tried once', async () => {
      const rows = await app.db
        .selectFrom('mails')
        .select(['id', 'to_email'])
        .where('sent_at', 'is', null)
        .where('attempts', '=', 1)
        .where('server_answer', 'is not', null)
        .where('to_email', 'in', [...emails, knownTo(place)])
        .execute();
      return rows.length === 4 ? rows : null;
    });
    const early = due.filter(({ to_email }) => server.counts.has(to_email));
    assert.deepEqual(early, []);
    // It gives up soon on a busy machine, and each attempt counts.
    await sender.stop();
    server.manners = {};
    if (what === 'is down') await server.comeUp();
    const sendAll = () => Promise.all(due.map(({ id }) => sendOne(patientPost, id)));
    // Two hours at a time, until an attempt gets through on a machine with much else to do.
    for (let hours = 2; hours <= 24; hours += 2) {
      app.clock.set(new Date(Date.parse(testStart) + hours * 3_600_000).toISOString());
      await sendAll();
      if (due.every(({ to_email }) => server.counts.has(to_email))) break;
    }
    await sendAll();
    for (const { to_email } of due) assert.equal(server.counts.get(to_email), 1, to_email);
    sender = startMailSender(deps);
  });
}

/** One after the other; milliseconds that the quickest took. */
async function inTurn<T>(inputs: T[], call: (input: T) => Promise<{ status: number }>) {
  let quickest = Infinity;
  for (const input of inputs) {
    const begun = performance.now();
    const { status } = await call(input);
    assert.ok(status === 200 || status === 201, String(status));
    quickest = Math.min(quickest, performance.now() - begun);
  }
  return Math.round(quickest);
}
