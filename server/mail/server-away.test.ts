import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { forgotPassword } from '#contract/auth.ts';
import { register } from '#contract/registration.ts';
import { ask } from '../testing/ask.ts';
import { registered, thandisForm } from '../testing/cast.ts';
import { openMailServer } from '../testing/mail/smtp-server.ts';
import { until } from '../testing/outage.ts';
import { openTestSite, startOfStories } from '../testing/site.ts';
import { postOf } from '../workers.ts';
import { mailResetLink } from '../auth/mail-reset-link.ts';
import { sendMail } from './send-mail.ts';
import { openTransport } from './transport.ts';

const site = await openTestSite();
const server = await openMailServer();
const timeouts = { connection: 300, greeting: 300, socket: 300, whole: 1500 };
const transport = openTransport({
  smtpUrl: server.url,
  outboxDir: '/nowhere',
  log: site.log,
  timeouts,
});
const post = postOf(site, transport);
after(async () => {
  transport.close();
  await server.close();
});
// The worker, as the queue would wake it.
await site.queue.work('send-mail', ({ mailId }) => sendMail(post, mailId));
await site.queue.work('mail-reset-link', ({ email }) => mailResetLink(site.work(), email));

const knownTo = (place: number) => `known${place}@example.org`;
for (let place = 0; place < 7; place += 1) await registered(site, { email: knownTo(place) });
await until('their invoices', () => server.counts.size === 7);

beforeEach(() => {
  server.manners = {};
  server.counts.clear();
  site.clock.set(startOfStories);
});

const troubles: [string, () => void][] = [
  ['never greets', () => (server.manners.greet = () => 'silence')],
  ['hangs up', () => (server.manners.greet = () => 'drop')],
  ['is busy', () => (server.manners.greet = () => '421 busy')],
  ['refuses the sender', () => (server.manners.mailFrom = () => '451 later')],
  ['refuses the recipient for now', () => (server.manners.rcptTo = () => '450 full')],
  ['refuses to hear the message', () => (server.manners.data = () => '451 no room')],
  ['loses the message', () => (server.manners.taken = () => '451 lost it')],
];

for (const [place, [what, become]] of troubles.entries()) {
  test(`while the mail server ${what}, people register and reset at once, and their mail comes later, once`, async () => {
    become();
    // Whoever waited on an open connection finds the new manners too.
    server.hangUp();
    const emails = [0, 1, 2].map((n) => `new${place}-${n}@example.org`);
    const forms = await Promise.all(emails.map((email) => thandisForm(site, { email })));
    // The quickest of three: a machine with much else to do is not what this is about.
    const registering = await inTurn(forms, (body) => ask(site, register, { body }));
    const resetting = await inTurn([knownTo(place)], (email) =>
      ask(site, forgotPassword, { body: { email } }),
    );
    assert.ok(registering < 1000 && resetting < 1000, `${registering} ms, ${resetting} ms`);
    const due = await until('each to be tried once', async () => {
      const rows = await site.db
        .selectFrom('mails')
        .select(['id', 'to_email'])
        .where('sent_at', 'is', null)
        .where('attempts', '=', 1)
        .where('server_answer', 'is not', null)
        .where('to_email', 'in', [...emails, knownTo(place)])
        .execute();
      return rows.length === 4 ? rows : null;
    });
    assert.deepEqual([...server.counts.keys()], []);
    server.manners = {};
    site.clock.set(new Date(Date.parse(startOfStories) + 120_000).toISOString());
    const sendAll = () => Promise.all(due.map(({ id }) => sendMail(post, id)));
    await sendAll();
    await sendAll();
    for (const { to_email } of due) assert.equal(server.counts.get(to_email), 1, to_email);
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
