import {
  createMemberType,
  listMemberTypes,
  updateMemberType,
} from '#contract/member-types/endpoints.ts';
import type { Admin } from '../fixtures/administrator.ts';
import { openPeople, openProfile } from '../fixtures/profile.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  withOwnServer,
} from '../fixtures/test.ts';

// These tests change the member types, on which other tests rely.
const test = withOwnServer();

async function setFee(office: Admin, name: string, fee: number): Promise<void> {
  const types = await office.ask(listMemberTypes, {});
  const id = types.find((type) => type.name === name)?.id ?? '';
  await office.ask(updateMemberType, { params: { id }, body: { fee } }, await office.adminToken());
}

test('a free type is renewed at once, without a payment step', async ({
  page,
  office,
  enterAs,
}) => {
  const people = openPeople(office);
  const profile = openProfile(page);
  const body = { name: `Honorary ${Date.now()}`, fee: 0 };
  const free = await office.ask(createMemberType, { body }, await office.adminToken());
  // There is no paid period, because a free period is added only when a renewal is due.
  const thandi = await office.registered();
  const memberStatusID = await people.statusId('Expired');
  await people.change(await people.withEmail(thandi.email), { memberStatusID });
  await enterAs(thandi, profile.path);
  await profile.unfold('Membership type');
  await profile.type.selectOption(free.id);
  await profile.saveAndRenew.click();
  await expect(profile.renew).toContainText('Renewal Fee: R0.00');
  await expect(profile.renew).toContainText('This membership is free. There is nothing to pay.');
  await expect(profile.renew.getByRole('radio')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await profile.proceed.dblclick();
  await expect(page.getByText('Your membership is renewed.')).toBeVisible();
  await expect(profile.membership).toContainText('Active');
  await expect(profile.membership).toContainText('FeeR0.00');
  await expect(profile.saveAndRenew).toHaveCount(0);
  await expect(profile.type).toHaveCount(0);
});

test('if the fee has just changed, the page says so, shows the new fee and charges it', async ({
  page,
  office,
  atProfile,
}) => {
  const { profile } = await atProfile('Due for Renewal', { typeName: 'Student' });
  await profile.saveAndRenew.click();
  await expect(profile.renew).toContainText('Renewal Fee: R200.00');
  await setFee(office, 'Student', 230);
  await profile.eft.check();
  await profile.proceed.click();
  const alert = profile.renew.getByRole('alert');
  await expect(alert).toContainText('Failed to generate invoice. Please try again.');
  await expect(alert).toContainText('The renewal fee is R230.00.');
  await expect(profile.renew).toContainText('Renewal Fee: R230.00');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await profile.proceed.click();
  await expect(profile.eftDone).toBeVisible();
  await expect(profile.invoices).toContainText('R230.00');
});

test('a type that has just been retired is refused at its field, and the current type stays available @full', async ({
  page,
  office,
  atProfile,
}) => {
  const token = await office.adminToken();
  const body = { name: `Youth ${Date.now()}`, fee: 100 };
  const youth = await office.ask(createMemberType, { body }, token);
  const { profile } = await atProfile('Expired');
  await profile.unfold('Membership type');
  await profile.type.selectOption(youth.id);
  await profile.saveAndRenew.click();
  await profile.eft.check();
  const retire = { params: { id: youth.id }, body: { isRetired: true } };
  await office.ask(updateMemberType, retire, token);
  await profile.proceed.click();
  const problem = 'Failed to update member data. Please check and try again.';
  await expect(page.getByRole('alert').filter({ hasText: problem })).toBeVisible();
  await expect(profile.summary).toBeFocused();
  await expect(profile.summary).toContainText('This member type is no longer offered.');
  await expect(profile.renew).toHaveCount(0);
});
