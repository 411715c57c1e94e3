import type { EndpointShape } from '#contract/endpoint.ts';
import { changedMeanwhile } from '#contract/envelope.ts';
import { updateDonation } from '#contract/donations/admin-endpoints.ts';
import { donation, getDonation } from '#contract/donations/endpoints.ts';
import { updateInvoice } from '#contract/invoices/admin-endpoints.ts';
import { getInvoice, invoice } from '#contract/invoices/endpoints.ts';
import {
  getMemberStatus,
  memberStatus,
  updateMemberStatus,
} from '#contract/member-statuses/endpoints.ts';
import { getMemberType, memberType, updateMemberType } from '#contract/member-types/endpoints.ts';
import { undoDonationPayment } from '#contract/payments/admin-endpoints.ts';
import { getUser, updateUser, user } from '#contract/users/endpoints.ts';
import { example, expect, someId, test } from '../fixtures/faked/component.ts';
import { expectAccessible } from '../fixtures/page-checks.ts';

interface RecordForm {
  what: string;
  path: string;
  read: EndpointShape;
  update: EndpointShape;
  record: object;
  /** The field that the administrator changes, and what someone else has changed. */
  typed: [label: string, text: string];
  theirs: [label: string, shown: string, change: object];
}

const createdUtc = '2027-03-10T08:00:00Z';
const sipho = { id: someId, firstName: 'Sipho', lastName: 'Nkosi', email: 'sipho@example.org' };

const forms: RecordForm[] = [
  {
    what: 'a user',
    path: `/admin/users/${someId}`,
    read: getUser,
    update: updateUser,
    record: example(user, { ...sipho, role: 'Admin', roles: ['Admin'] }),
    typed: ['Last Name', 'Khumalo'],
    theirs: ['Phone', '011 222 3333', { phoneNumber: '011 222 3333' }],
  },
  {
    what: 'a donation',
    path: `/admin/donations/${someId}`,
    read: getDonation,
    update: updateDonation,
    record: example(donation, { ...sipho, donationTypeName: 'EFT', amount: 250, createdUtc }),
    typed: ['Last Name', 'Ndlovu'],
    theirs: ['Amount', '999.00', { amount: 999 }],
  },
  {
    what: 'an invoice',
    path: `/admin/invoice/${someId}`,
    read: getInvoice,
    update: updateInvoice,
    record: example(invoice, {
      id: someId,
      invoiceNumber: 'INV-00001',
      userFirstName: 'Sipho',
      userLastName: 'Nkosi',
      userEmail: 'sipho@example.org',
      line: 'Caps',
      amount: 240,
      balance: 240,
      createdUtc,
      state: 'unpaid',
      paymentType: 'EFT',
    }),
    typed: ['Last Name', 'Ndlovu'],
    theirs: ['Amount', '999.00', { amount: 999, balance: 999 }],
  },
  {
    what: 'a member type',
    path: `/admin/membertype/${someId}`,
    read: getMemberType,
    update: updateMemberType,
    record: example(memberType, { id: someId, name: 'Student', fee: 100 }),
    typed: ['Description', 'Mine'],
    theirs: ['Fee', '999.00', { fee: 999 }],
  },
];

for (const { what, path, read, update, record, typed, theirs } of forms) {
  test(`${what} that someone else has changed is not overwritten, and what was typed stays`, async ({
    page,
    api,
  }) => {
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const alert = page.locator('form').getByRole('alert');
    api.reply(read, record, { etag: '"1"' });
    api.refuse(update, 412, changedMeanwhile);
    await page.goto(path);
    await page.getByLabel(typed[0]).fill(typed[1]);
    await save.click();
    await expect(alert).toContainText(changedMeanwhile);
    await expectAccessible(page);

    api.reply(read, { ...record, ...theirs[2] }, { etag: '"2"' });
    api.reply(update, { ...record, ...theirs[2] });
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByLabel(theirs[0])).toHaveValue(theirs[1]);
    await expect(page.getByLabel(typed[0])).toHaveValue(typed[1]);
    await expect(page.getByText('Your changes are still here')).toBeVisible();
    await save.click();
    await expect
      .poll(() => api.received(update).map((call) => call.headers()['if-match']))
      .toEqual(['"1"', '"2"']);
    expect(JSON.stringify(api.bodies(update).at(-1))).toContain(typed[1]);
  });
}

test('a member status that someone else has renamed keeps the name that was typed', async ({
  page,
  api,
}) => {
  const record = example(memberStatus, { id: someId, name: 'Guest' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  api.reply(getMemberStatus, record, { etag: '"1"' });
  api.refuse(updateMemberStatus, 412, changedMeanwhile);
  await page.goto(`/admin/memberstatus/${someId}`);
  await page.getByLabel('Name').fill('Mine');
  await save.click();
  await expect(page.getByRole('alert')).toContainText(changedMeanwhile);
  api.reply(getMemberStatus, { ...record, name: 'Theirs' }, { etag: '"2"' });
  api.reply(updateMemberStatus, { ...record, name: 'Mine' });
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Theirs');
  await expect(page.getByLabel('Name')).toHaveValue('Mine');
  await save.click();
  await expect
    .poll(() => api.received(updateMemberStatus).map((call) => call.headers()['if-match']))
    .toEqual(['"1"', '"2"']);
});

test('Save on a member status as it is stored says that nothing was changed', async ({
  page,
  api,
}) => {
  const record = example(memberStatus, { id: someId, name: 'Guest' });
  api.reply(getMemberStatus, record, { etag: '"1"' });
  api.reply(updateMemberStatus, record);
  await page.goto(`/admin/memberstatus/${someId}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Nothing was changed.')).toBeVisible();
});

const received = 'This donation has been received and cannot be changed or deleted.';
const sent = 'This invoice has been sent and cannot be changed or deleted.';

for (const [form, sentence, change] of [
  [forms[1], received, { isReceived: true, state: 'paid' }],
  [forms[2], sent, { sentUtc: '2027-03-10T08:00:00Z' }],
] as const) {
  if (form === undefined) throw new Error('no form');
  const { what, path, read, update, record } = form;
  test(`${what} that was settled or sent since becomes read-only after Reload`, async ({
    page,
    api,
  }) => {
    api.reply(read, record, { etag: '"1"' });
    api.refuse(update, 409, sentence);
    await page.goto(path);
    await page.getByLabel('Amount').fill('300');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.locator('form').getByRole('alert')).toContainText(sentence);
    api.reply(read, { ...record, ...change }, { etag: '"2"' });
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText('Sipho');
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  });
}

for (const { what, path, read, update, record, typed } of forms) {
  test(`${what} is saved once by two presses, and stays open with what was typed meanwhile`, async ({
    page,
    api,
  }) => {
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const [label, text] = typed;
    api.reply(read, record, { etag: '"1"' });
    api.reply(update, record);
    const reply = api.hold(update);
    await page.goto(path);
    await page.getByLabel(label).fill(text);
    await save.dblclick();
    await page.getByLabel(label).fill(`${text} and more`);
    reply.letGo();
    await expect(page.getByText(/ saved\.$/)).toBeVisible();
    await expect(page.getByLabel(label)).toHaveValue(`${text} and more`);
    await expect(page).toHaveURL(path);
    expect(api.received(update)).toHaveLength(1);
    await save.click();
    await expect.poll(() => api.received(update).length).toBe(2);
    expect(JSON.stringify(api.bodies(update).at(-1))).toContain(`${text} and more`);
  });
}

test('what has been saved is not typed any more: a later change by someone else replaces it', async ({
  page,
  api,
}) => {
  const record = example(user, { ...sipho, role: 'Admin', roles: ['Admin'] });
  const mine = { ...record, lastName: 'Khumalo' };
  const save = page.getByRole('button', { name: 'Save', exact: true });
  api.reply(getUser, record, { etag: '"1"' });
  api.reply(updateUser, mine);
  await page.goto(`/admin/users/${someId}`);
  await page.getByLabel('Last Name').fill('Khumalo');
  api.reply(getUser, mine, { etag: '"2"' });
  await save.click();
  await expect(page.getByText(/ saved\.$/)).toBeVisible();
  await page.getByLabel('Phone').fill('011 222 3333');
  api.refuse(updateUser, 412, changedMeanwhile);
  await save.click();
  api.reply(getUser, { ...mine, lastName: 'Dlamini' }, { etag: '"3"' });
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByLabel('Last Name')).toHaveValue('Dlamini');
  await expect(page.getByLabel('Phone')).toHaveValue('011 222 3333');
});

test('when the next press is refused, the notice that it was saved is gone', async ({
  page,
  api,
}) => {
  const record = example(memberType, { id: someId, name: 'Student', fee: 100 });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const notice = page.getByText('Member type saved.');
  api.reply(getMemberType, record, { etag: '"1"' });
  api.reply(updateMemberType, record);
  await page.goto(`/admin/membertype/${someId}`);
  await page.getByLabel('Description').fill('Mine');
  await save.click();
  await expect(notice).toBeVisible();
  await page.getByLabel('Name').fill('');
  await save.click();
  await expect(page.getByText('There is a problem')).toBeVisible();
  // By itself it leaves after six seconds.
  await expect(notice).toBeHidden({ timeout: 2000 });

  await page.getByLabel('Name').fill('Student');
  await page.getByLabel('Description').fill('Mine again');
  await save.click();
  await expect(notice).toBeVisible();
  api.refuse(updateMemberType, 409, 'Not now.');
  await page.getByLabel('Description').fill('Other');
  await save.click();
  await expect(page.locator('form').getByRole('alert')).toContainText('Not now.');
  await expect(notice).toBeHidden({ timeout: 2000 });
});

test('a donation that is withdrawn already says so after the reload', async ({ page, api }) => {
  const received = { ...sipho, amount: 250, createdUtc, isReceived: true, state: 'paid' } as const;
  const record = example(donation, { ...received, receivedOn: '2027-03-10' });
  const why = 'This donation is not marked as received.';
  api.reply(getDonation, record);
  api.refuse(undoDonationPayment, 409, why);
  await page.goto(`/admin/donations/${someId}`);
  await page.getByRole('button', { name: 'Undo payment' }).click();
  await page.getByLabel('Reason').fill('By mistake');
  api.reply(getDonation, { ...record, isReceived: false, state: 'unpaid' });
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Undo payment' })
    .click();
  await expect(page.getByLabel('Last Name')).toBeVisible();
  await expect(page.getByText(why)).toBeVisible();
});
