import assert from 'node:assert/strict';
import test from 'node:test';
import {
  checkEmail,
  forgotPassword,
  login,
  logout,
  resetPassword,
} from '#contract/auth/endpoints.ts';
import { changeConsents } from '#contract/privacy/consents.ts';
import { donate } from '#contract/donations/endpoints.ts';
import { downloadDataExport } from '#contract/privacy/data-export.ts';
import { getInvoice, resendInvoiceEmail, searchInvoices } from '#contract/invoices/endpoints.ts';
import { listMembers, searchMembers } from '#contract/members/endpoints.ts';
import { register } from '#contract/registration/endpoints.ts';
import { sql } from 'kysely';
import { mailResetLink } from './features/auth/mail-reset-link.ts';
import { openLog } from './log.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, password, thandisForm } from '#test/support/people.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import { openTestApp } from '#test/support/app.ts';

const lines: string[] = [];
const app = await openTestApp(
  {
    LOG_LEVEL: 'trace',
    PUBLIC_URL: 'https://members.example.org',
    RATE_LIMITS: 'on',
    PAYFAST_MODE: 'sandbox',
  },
  { write: (line) => lines.push(line) },
);

interface Line {
  level: number;
  reqId?: string;
  route?: string;
  status?: number;
}

test('a complete member history leaves no personal data and no secrets in the log', async () => {
  // Visitors can register although nobody has entered what they need to pay.
  await app.db.updateTable('company_info').set({ began_closed_at: null }).execute();
  const admin = await naledi(app);
  const form = await thandisForm(app);
  const { data } = await callApi(app, register, { body: form });
  const { data: session } = await callApi(app, login, { body: form });
  await callApi(app, login, { body: { ...form, password: 'Mistyped1' } });
  await callApi(app, checkEmail, { query: { email: form.email } });
  await callApi(app, forgotPassword, { body: form });
  await mailResetLink(app.ctx(), form.email);
  const { secret } = await app.db
    .selectFrom('mails')
    .where('kind', '=', 'reset')
    .select('secret')
    .executeTakeFirstOrThrow();
  const reset = { email: form.email, token: secret ?? '', newPassword: 'Another1' };
  await callApi(app, resetPassword, { body: reset });
  await callApi(app, resetPassword, { body: reset });
  await callApi(app, getInvoice, { params: { id: data.invoiceId ?? '' } }, session);
  await callApi(app, searchInvoices, { body: { userEmail: form.email } }, admin);
  await callApi(app, searchMembers, { body: { lastName: form.lastName, page: -1 } }, admin);
  await callApi(app, listMembers, { query: {} }, session);
  await callApi(app, resendInvoiceEmail, { params: { id: data.invoiceId ?? '' } }, admin);
  await app.fastify.inject(`/reset-password?token=${secret}&email=${form.email}`);
  await app.fastify.inject(`/api/nothing/${form.email}?token=${session.token}`);
  await app.fastify.inject(`/api/%?token=${secret}`);
  const donation = { ...form, firstName: 'Nomsa', email: 'nomsa@example.org', amount: 50 };
  const donationType = await donationTypeId(app, 'EFT');
  await callApi(app, donate, {
    body: { ...donation, donationTypeId: donationType, consents: { news: true } },
  });
  await callApi(app, donate, { body: { ...donation, donationTypeId: 'none' } });
  const { memberId } = await memberOf(form.email);
  await callApi(app, downloadDataExport, { params: { id: memberId } }, admin);
  await callApi(app, changeConsents, { params: { id: memberId }, body: { news: false } }, admin);
  await callApi(app, logout, {}, session);

  const text = lines.join('');
  assert.ok(lines.length > 10);
  const never = [
    form.email,
    // Of the client.
    '127.0.0.1',
    'Nomsa',
    'nomsa@',
    encodeURIComponent(form.email),
    'Thandi',
    'Dlamini',
    'Khumalo',
    '082 123',
    'Acacia',
    password,
    'Mistyped1',
    'Another1',
    String(secret),
    session.token,
    admin.token,
    Buffer.from(app.secret).toString(),
  ];
  for (const word of never) assert.ok(!text.includes(word), `the log holds ${word}`);
});

async function memberOf(email: string) {
  return app.db
    .selectFrom('members')
    .select('id as memberId')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
}

test('each request is one log line with route, status and the request id of the reply', async () => {
  lines.length = 0;
  const id = '5f0c2a52-0000-4000-8000-000000000000';
  const reply = await callApi(app, getInvoice, { params: { id } });
  const [line, ...more] = lines.map((text) => JSON.parse(text) as Line);
  assert.deepEqual(more, []);
  assert.deepEqual(
    [line?.route, line?.status, line?.reqId],
    ['/api/invoices/:id', 404, reply.headers['x-request-id']],
  );
  assert.ok(!JSON.stringify(line).includes(id));
});

test('PostgreSQL’s message about a rejected value is not logged', async () => {
  const output: string[] = [];
  const log = openLog('info', { write: (line) => output.push(line) });
  for (const query of [
    sql`SELECT 'thandi@example.org'::uuid`,
    sql`INSERT INTO company_info (id, name, created_at) VALUES (gen_random_uuid(), 'thandi@example.org', now())`,
    sql`SELECT 'thandi@example.org'::text::int`,
  ]) {
    const error = await query.execute(app.db).then(
      () => assert.fail('it was accepted'),
      (reason: unknown) => reason,
    );
    log.error({ err: error }, 'an unexpected error');
  }
  assert.equal(output.length, 3);
  for (const line of output) {
    const { err } = JSON.parse(line) as { err: { code: string; stack: string } };
    assert.match(err.code, /^2[23]/);
    assert.match(err.stack, /\n {4}at /);
    assert.ok(!line.includes('thandi'), line);
  }
});

test('an unexpected error is logged with its stack trace, and the reply is one sentence', async () => {
  lines.length = 0;
  const broken = await openTestApp({ LOG_LEVEL: 'info' }, { write: (line) => lines.push(line) });
  const { token } = await naledi(broken);
  await sql`ALTER TABLE members RENAME TO members_gone`.execute(broken.db);
  const reply = await callApi(broken, listMembers, { query: {} }, { token });
  assert.deepEqual(
    [reply.status, reply.text],
    [500, '{"success":false,"message":"An unexpected server error occurred."}'],
  );
  const [line] = lines.map((text) => JSON.parse(text) as Line & { err?: { stack: string } });
  assert.equal(line?.level, 50);
  assert.equal(line?.reqId, reply.headers['x-request-id']);
  assert.match(line?.err?.stack ?? '', /members/);
});
