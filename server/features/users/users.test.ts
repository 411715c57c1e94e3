import assert from 'node:assert/strict';
import test from 'node:test';
import { emailTexts, login } from '#contract/auth/endpoints.ts';
import * as contract from '#contract/users/endpoints.ts';
import { getPermissions } from '#contract/users/own-permissions.ts';
import { mailDepsOf } from '#server/workers.ts';
import { sendOne } from '#test/support/mail/send-one.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, password, registered, tokenOf } from '#test/support/people.ts';
import { concurrently, failed, succeeded } from '#test/support/concurrent.ts';
import { openTestApp } from '#test/support/app.ts';

const { userTexts: texts } = contract;
const app = await openTestApp();
const admin = await naledi(app);
const asAdmin = { token: admin.token };
const thandi = await registered(app);

type New = Parameters<typeof callApi<typeof contract.createUser>>[2]['body'];
const sipho: New = {
  firstName: 'Sipho',
  lastName: 'Ndlovu',
  email: 'sipho@example.org',
  phoneNumber: '+27 82 000 1111',
  password,
};
const create = (body: Partial<New>, headers: Record<string, string> = {}) =>
  callApi(app, contract.createUser, { body: { ...sipho, ...body } }, { ...asAdmin, headers });
type Changes = Parameters<typeof callApi<typeof contract.updateUser>>[2]['body'];
const change = (id: string, body: Changes, manner: object = asAdmin) =>
  callApi(app, contract.updateUser, { params: { id }, body }, manner);
const read = (id: string) => callApi(app, contract.getUser, { params: { id } }, asAdmin);
const signIn = async (email: string, typed = password) =>
  (await callApi(app, login, { body: { email, password: typed } })).status;
const entries = (id: string) =>
  app.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();

test('an administrator creates another one, who can sign in and has no member record', async () => {
  const extraFields = { role: 'Owner', profilePicture: 'https://evil.example/x.svg', id: admin.id };
  const { status, data } = await create({ email: ' Sipho@Example.org ', ...extraFields });
  assert.equal(status, 201);
  const { id, createdUtc, ...rest } = data;
  assert.deepEqual(rest, {
    firstName: 'Sipho',
    lastName: 'Ndlovu',
    email: 'sipho@example.org',
    phoneNumber: '+27 82 000 1111',
    role: 'Admin',
    roles: ['Admin'],
    profilePicture: '',
    lastSignInUtc: null,
  });
  assert.deepEqual([id === admin.id, createdUtc], [false, '2027-03-10T08:00:00.000Z']);
  assert.equal(await signIn('sipho@example.org'), 200);
  assert.deepEqual((await read(id)).data, { ...data, lastSignInUtc: data.createdUtc });
  const [entry] = await entries(id);
  assert.deepEqual([entry?.action, entry?.subject_name], ['createUser', 'Sipho Ndlovu']);
  assert.ok(!JSON.stringify(entry).includes('assword'));
});

test('every field has its error message, and the phone number is optional', async () => {
  for (const [body, message] of [
    [{ firstName: ' ' }, 'First name is required.'],
    [{ lastName: '' }, 'Last name is required.'],
    [{ email: '' }, 'Valid email is required.'],
    [{ email: 'sipho@' }, 'Valid email is required.'],
    [{ password: '' }, 'Password is required.'],
    [{ password: 'Ab1' }, 'Password must be at least 6 characters long.'],
    [{ password: 'secret123' }, 'Password must contain at least one uppercase letter.'],
    [{ password: 'SECRET123' }, 'Password must contain at least one lowercase letter.'],
    [{ password: 'Secretive' }, 'Password must contain at least one digit.'],
  ] as const) {
    const reply = await create({ email: 'new@example.org', ...body });
    assert.deepEqual([reply.status, reply.message], [400, message]);
    assert.equal(reply.errors[0]?.field, Object.keys(body)[0]);
  }
  const { phoneNumber: _none, ...without } = sipho;
  const body = { ...without, email: 'no-phone@example.org' };
  const reply = await callApi(app, contract.createUser, { body }, asAdmin);
  assert.deepEqual([reply.status, reply.data.phoneNumber], [201, '']);
  assert.equal((await create({ email: 'null@example.org', phoneNumber: null })).status, 201);
});

test('one address belongs to one user, even with concurrent requests and for members', async () => {
  for (const email of [thandi.email, 'THANDI@example.org']) {
    const reply = await create({ email });
    assert.deepEqual(
      [reply.status, reply.errors],
      [409, [{ field: 'email', message: emailTexts.taken }]],
    );
  }
  const replies = succeeded(await concurrently(20, () => create({ email: 'once@example.org' })));
  const statuses = replies.map(({ status }) => status).toSorted((one, other) => one - other);
  assert.deepEqual(statuses, [201, ...Array<number>(19).fill(409)]);
});

test('a double click creates one user', async () => {
  const keyed = { 'idempotency-key': 'enter-once' };
  const outcomes = await concurrently(5, () => create({ email: 'double@example.org' }, keyed));
  assert.deepEqual(failed(outcomes), []);
  const texts = new Set(succeeded(outcomes).map(({ text }) => text));
  assert.equal(texts.size, 1);
});

test('a change keeps omitted fields, and null clears the phone number', async () => {
  const { data: before } = await create({ email: 'lerato@example.org' });
  const renamed = await change(before.id, {
    firstName: ' Lerato ',
    profilePicture: 'x',
  } as Changes);
  assert.deepEqual([renamed.status, renamed.data], [200, { ...before, firstName: 'Lerato' }]);
  assert.equal((await change(before.id, { phoneNumber: null })).data.phoneNumber, '');
  const same = await change(before.id, {});
  assert.deepEqual(same.data, { ...before, firstName: 'Lerato', phoneNumber: '' });
  const auditEntries = (await entries(before.id)).slice(1);
  assert.deepEqual(
    auditEntries.map((entry) => [entry.action, entry.before, entry.after]),
    [
      ['updateUser', { firstName: 'Sipho' }, { firstName: 'Lerato' }],
      ['updateUser', { phoneNumber: '+27 82 000 1111' }, { phoneNumber: '' }],
    ],
  );
  for (const [body, message] of [
    [{ firstName: null }, 'First name is required.'],
    [{ lastName: '' }, 'Last name is required.'],
    [{ email: null }, 'Valid email is required.'],
  ] as [Changes, string][]) {
    const reply = await change(before.id, body);
    assert.deepEqual([reply.status, reply.message], [400, message]);
  }
  const taken = await change(before.id, { email: thandi.email });
  assert.deepEqual([taken.status, taken.message], [409, emailTexts.taken]);
});

test('a form loaded from an older version gets a 412', async () => {
  const { data } = await create({ email: 'tag@example.org' });
  const { headers } = await read(data.id);
  const ifMatch = { 'if-match': String(headers['etag']) };
  const keen = { ...asAdmin, headers: ifMatch };
  assert.equal((await change(data.id, { lastName: 'First' }, keen)).status, 200);
  assert.equal((await change(data.id, { lastName: 'Second' }, keen)).status, 412);
  assert.equal((await read(data.id)).data.lastName, 'First');
});

test('a new address can sign in, ends the other sessions, and the old address is notified', async () => {
  const { data } = await create({ email: 'old@example.org' });
  const [here, there] = [await tokenOf(app, data.id), await tokenOf(app, data.id)];
  const own = (token: string) =>
    callApi(app, contract.getUser, { params: { id: data.id } }, { token });
  assert.equal((await change(data.id, { email: 'New@example.org' }, { token: here })).status, 200);
  assert.deepEqual([(await own(here)).status, (await own(there)).status], [200, 401]);
  assert.deepEqual([await signIn('old@example.org'), await signIn('new@example.org')], [401, 200]);
  const mails = () =>
    app.db.selectFrom('mails').selectAll().where('to_email', '=', 'old@example.org').execute();
  const [mail] = await mails();
  const emails: { subject: string; text: string }[] = [];
  const transport = {
    async send({ message }: { message: { subject: string; text: string } }) {
      emails.push(message);
      return { kind: 'sent' as const };
    },
    close() {},
  };
  await sendOne(mailDepsOf(app, transport), mail?.id ?? '');
  assert.equal(emails[0]?.subject, 'Your email address was changed');
  assert.ok(emails[0]?.text.includes('Hello Sipho'));
  assert.ok(!emails[0]?.text.includes('new@example.org'));
  assert.equal((await change(data.id, { email: 'new@example.org' })).status, 200);
  assert.equal((await change(data.id, { email: 'newer@example.org' })).status, 200);
  assert.equal((await own(here)).status, 401);
  assert.equal((await mails()).length, 1);
});

test("a member's user is listed, and changed only with the member", async () => {
  const { status, data } = await read(thandi.userId);
  assert.deepEqual([status, data.role, data.email], [200, 'Member', thandi.email]);
  const reply = await change(thandi.userId, { firstName: 'Other' });
  assert.deepEqual([reply.status, reply.message], [409, texts.memberChanges]);
  assert.deepEqual((await read(thandi.userId)).data, data);
});

test('only administrators can list, create and change users', async () => {
  const member = { token: await tokenOf(app, thandi.userId) };
  const params = { id: thandi.userId };
  for (const [manner, status] of [
    [{}, 401],
    [member, 403],
  ] as const) {
    const replies = [
      await callApi(app, contract.searchUsers, { body: {} }, manner),
      await callApi(app, contract.createUser, { body: sipho }, manner),
      await callApi(app, contract.getUser, { params }, manner),
      await callApi(app, contract.updateUser, { params, body: {} }, manner),
      await callApi(app, contract.deleteUser, { params }, manner),
    ];
    assert.deepEqual(new Set(replies.map((reply) => reply.status)), new Set([status]));
  }
});

const inbox = async (email: string) => {
  const mails = app.db.selectFrom('mails').selectAll().where('to_email', '=', email);
  return (await mails.execute()).filter(({ about }) => about['what'] === 'rolesChanged');
};

test('new roles end the sessions, are mailed to the person and are in the audit log', async () => {
  const { data: before } = await create({ email: 'bookkeeper@example.org', roles: ['Auditor'] });
  assert.deepEqual([before.role, before.roles], ['Auditor', ['Auditor']]);
  const token = await tokenOf(app, before.id);
  const permissions = () => callApi(app, getPermissions, {}, { token });
  const own = await permissions();
  assert.deepEqual(own.data.roles, ['Auditor']);
  assert.deepEqual(own.data.permissions, ['members.read', 'money.read', 'mail.read', 'audit']);
  assert.ok(own.data.administrators.includes('Naledi Khumalo'));

  const { status, data } = await change(before.id, { roles: ['Auditor', 'Treasurer', 'Auditor'] });
  assert.deepEqual([status, data.role], [200, 'Treasurer, Auditor']);
  assert.equal((await permissions()).status, 401);
  const [mail] = await inbox('bookkeeper@example.org');
  assert.deepEqual(
    [mail?.about['before'], mail?.about['after']],
    ['Auditor', 'Treasurer, Auditor'],
  );
  const last = (await entries(before.id)).at(-1);
  assert.deepEqual(
    [last?.before, last?.after],
    [
      { role: 'Auditor', roles: ['Auditor'] },
      { role: 'Treasurer, Auditor', roles: ['Treasurer', 'Auditor'] },
    ],
  );
  await change(before.id, { roles: ['Treasurer', 'Auditor'] });
  assert.equal((await inbox('bookkeeper@example.org')).length, 1);
});

test('a role that does not exist, none, and Member beside another are refused', async () => {
  for (const [roles, message] of [
    [[], 'Please choose at least one role.'],
    [['Owner'], texts.unknownRole],
    [['Member'], texts.memberRole],
    [['Member', 'Admin'], texts.memberRole],
  ] as const) {
    for (const reply of [
      await create({ email: 'roles@example.org', roles: roles as never }),
      await change(admin.id, { roles: roles as never }),
    ]) {
      assert.deepEqual([reply.status, reply.message], [400, message]);
    }
  }
});

test('the own role Admin, and the last one, cannot be taken away', async () => {
  const own = await change(admin.id, { roles: ['Auditor'] });
  assert.deepEqual([own.status, own.message], [409, texts.ownAdminStays]);
  const others = app.db.updateTable('users').set({ role: 'Auditor' }).where('id', '<>', admin.id);
  await others.where('role', '=', 'Admin').execute();
  const last = await change(admin.id, { roles: ['Auditor'] });
  assert.deepEqual([last.status, last.message], [409, texts.lastAdminStays]);
});

test("administrators who take away each other's role at once do not wait for each other", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await naledi(app), await naledi(app)];
    const demote = (id: string, as: object) => change(id, { roles: ['Auditor'] }, as);
    const statuses = await Promise.all([demote(one.id, other), demote(other.id, one)]);
    assert.deepEqual(new Set(statuses.map(({ status }) => status)), new Set([200, 401]));
  }
});

test('roles need a proof of the password', async () => {
  const { data } = await create({ email: 'proof@example.org', roles: ['Auditor'] });
  const { id, token } = await naledi(app);
  await app.db
    .updateTable('sessions')
    .set({ proved_at: new Date(app.clock.now().getTime() - 16 * 60_000) })
    .where('user_id', '=', id)
    .execute();
  const refused = await change(data.id, { roles: ['Admin'] }, { token });
  assert.deepEqual([refused.status, refused.errors[0]?.field], [403, 'proof']);
  assert.equal((await change(data.id, { roles: ['Auditor'] }, { token })).status, 200);
});
