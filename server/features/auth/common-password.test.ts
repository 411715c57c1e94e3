import assert from 'node:assert/strict';
import test from 'node:test';
import { changePassword } from '#contract/auth/change-password.ts';
import { resetPassword } from '#contract/auth/endpoints.ts';
import { commonPassword, password as passwordRule } from '#contract/auth/passwords.ts';
import { register } from '#contract/registration/endpoints.ts';
import { createUser } from '#contract/users/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, password, registered, thandisForm, tokenOf } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { isCommonPassword } from './common-password.ts';
import { makePasswordLink, mailedLinkMs } from './password-links.ts';
import { AdminPasswordCommon, welcomeFirstAdministrator } from './welcome-first-administrator.ts';

const app = await openTestApp();

test('a common password is found in any letter case, and every other is not', () => {
  for (const common of ['Password1', 'passWORD1', 'Abc123', 'PassW0rd']) {
    assert.ok(isCommonPassword(common), common);
  }
  for (const other of ['Password1x', 'Leopard2', password, '', '#']) {
    assert.ok(!isCommonPassword(other), other);
  }
});

test('wherever a password is set, a common one is refused at its field', async () => {
  const { id, token: adminToken } = await naledi(app);
  const { userId, email } = await registered(app);
  const token = await tokenOf(app, userId);
  const link = await makePasswordLink(app.db, { id: userId, email }, app.clock.now(), mailedLinkMs);
  for (const common of ['Password1', 'PASSWORd1']) {
    assert.ok(passwordRule.safeParse(common).success);
    const person = { firstName: 'Zinzi', lastName: 'Mokoena', email: 'zinzi@example.org' };
    const form = await thandisForm(app, { ...person, password: common, confirmPassword: common });
    const replies = [
      ['password', await callApi(app, register, { body: form })],
      [
        'password',
        await callApi(
          app,
          createUser,
          { body: { ...person, password: common } },
          { token: adminToken },
        ),
      ],
      [
        'newPassword',
        await callApi(
          app,
          changePassword,
          { body: { currentPassword: password, newPassword: common } },
          { token },
        ),
      ],
      [
        'newPassword',
        await callApi(app, resetPassword, { body: { email, token: link, newPassword: common } }),
      ],
    ] as const;
    for (const [field, { status, errors }] of replies) {
      assert.deepEqual([status, errors], [400, [{ field, message: commonPassword }]]);
    }
  }
  await app.db.deleteFrom('users').where('id', '=', id).execute();
});

test('ADMIN_PASSWORD may be a common one in the demo only', async () => {
  const first = { email: 'admin@localhost', password: 'Password1' };
  await assert.rejects(welcomeFirstAdministrator(app.ctx(), first), AdminPasswordCommon);
  const administrators = app.db.selectFrom('users').selectAll().where('role', '=', 'Admin');
  assert.deepEqual(await administrators.execute(), []);
  await welcomeFirstAdministrator(app.ctx(), { ...first, isDemo: true });
  // Later starts do not look at it any more.
  await welcomeFirstAdministrator(app.ctx(), first);
  assert.equal((await administrators.execute()).length, 1);
});
