import { randomUUID } from 'node:crypto';
import { createMember as creating } from '#contract/members/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { startSession } from '#server/features/auth/sessions.ts';
import { register } from '#server/features/registration/register.ts';
import type { RegistrationForm } from '#server/features/members/make-member.ts';
import { callApi } from './call.ts';
import type { TestApp } from './app.ts';

export const password = 'Secret123';
/** Of that password. Argon2 is slow by design, and hundreds of tests need a person. */
const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$+GUDO2q+Fzwx0T7bDE8D8w$Vv+G3nkPMX6a9B6hYJpUcvI/L611NAzRI5psE1uikrY';

/** Thandi's registration as an individual by EFT, with the test's changes. */
export async function thandisForm(
  app: Pick<TestApp, 'db'>,
  changes: Partial<RegistrationForm> = {},
): Promise<RegistrationForm> {
  return {
    memberTypeId: await typeId(app, 'Individual'),
    title: 'Ms',
    firstName: 'Thandi',
    lastName: 'Dlamini',
    email: 'thandi@example.org',
    phone: '082 123 4567',
    postalAddress: '12 Acacia Road\nSkukuza',
    zipCode: '0081',
    password,
    confirmPassword: password,
    paymentType: 'EFT',
    relatives: [],
    ...changes,
  };
}

export async function typeId(app: Pick<TestApp, 'db'>, name: string): Promise<string> {
  const row = await app.db
    .selectFrom('member_types')
    .select('id')
    .where('name', 'like', `${name}%`)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The four Mokoena children. */
export const mokoenaChildren = ['Lerato', 'Kabelo', 'Naledi', 'Tumi'].map((firstName) => ({
  firstName,
  lastName: 'Mokoena',
  email: 'mokoena@example.org',
  dateOfBirth: '2015-06-01',
}));

/** A member who has registered and not paid. */
export async function registered(app: TestApp, changes: Partial<RegistrationForm> = {}) {
  const form = await thandisForm(app, changes);
  const { invoiceId } = await register(
    app.ctx(),
    form,
    form.password === password ? passwordHash : undefined,
  );
  const member = await app.db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .where('users.email', '=', form.email)
    .where('removed_at', 'is', null)
    .select(['members.id', 'user_id'])
    .executeTakeFirstOrThrow();
  return {
    memberId: member.id,
    userId: member.user_id,
    invoiceId: invoiceId ?? '',
    email: form.email,
  };
}

export type MemberForm = BodyOf<typeof creating>;

/** Sibusiso's form with only the required fields, as an administrator fills it in. */
export async function sibusisosForm(
  app: TestApp,
  changes: Partial<MemberForm> = {},
): Promise<MemberForm> {
  return {
    memberTypeID: await typeId(app, 'Individual'),
    firstName: 'Sibusiso',
    lastName: 'Nkosi',
    email: 'sibusiso@example.org',
    ...changes,
  };
}

/** A member who was added by an administrator. */
export async function entered(app: TestApp, token: string, changes: Partial<MemberForm> = {}) {
  const reply = await callApi(
    app,
    creating,
    { body: await sibusisosForm(app, changes) },
    { token },
  );
  if (reply.status !== 201)
    throw new Error(`the member was not added: ${reply.status} ${reply.message}`);
  return reply.data;
}

/** A session token for the user, as sign-in creates it. */
export async function tokenOf(app: TestApp, userId: string): Promise<string> {
  const user = await app.db
    .selectFrom('users')
    .leftJoin('members', 'members.user_id', 'users.id')
    .where('users.id', '=', userId)
    .select([
      'users.id',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'users.role',
      'users.profile_picture as profilePicture',
      'members.id as memberId',
    ])
    .executeTakeFirstOrThrow();
  return startSession(app.db, app.clock.now(), app.secret, user);
}

/** As if the user had just entered the password again in all sessions: tests move the clock on. */
export async function proveNow(app: TestApp, userId: string): Promise<void> {
  const proved_at = app.clock.now();
  await app.db.updateTable('sessions').set({ proved_at }).where('user_id', '=', userId).execute();
}

/** Adds the administrator Naledi. Returns her id and token. */
export async function naledi(app: TestApp, role = 'Admin') {
  const id = randomUUID();
  await app.db
    .insertInto('users')
    .values({
      id,
      email: `${role.toLowerCase()}-${id.slice(0, 8)}@example.org`,
      first_name: 'Naledi',
      last_name: 'Khumalo',
      role,
      password_hash: passwordHash,
      created_at: app.clock.now(),
    })
    .execute();
  return { id, token: await tokenOf(app, id) };
}
