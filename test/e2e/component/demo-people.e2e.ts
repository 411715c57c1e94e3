import { login } from '#contract/auth/endpoints.ts';
import { demoTexts } from '#contract/company-info/demo-texts.ts';
import { getPublicSettings } from '#contract/company-info/public-settings.ts';
import { staffRoles } from '#contract/roles.ts';
import { example, expect, test } from '../fixtures/faked/component.ts';

test.use({ role: 'visitor' });

test('the demo offers a person for each role, and one press fills in who signs in', async ({
  page,
  api,
}) => {
  const demoPeople = staffRoles.map((role, n) => ({
    name: `Person ${n}`,
    email: `person-${n}@example.org`,
    role,
  }));
  const password = 'Demo2027';
  api.reply(
    getPublicSettings,
    example(getPublicSettings.reply, { isDemo: true, demoPeople, demoPassword: password }),
  );
  api.refuse(login, 401);
  await page.goto('/login');
  const people = page.getByRole('group', { name: demoTexts.signInAs });
  await expect(people.getByRole('button')).toHaveText(
    demoPeople.map(({ role, name }) => demoTexts.person(role, name)),
  );
  await people.getByRole('button', { name: 'Treasurer' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('person-1@example.org');
  await page.keyboard.press('Enter');
  await expect.poll(() => api.bodies(login)).toEqual([{ email: 'person-1@example.org', password }]);
});
