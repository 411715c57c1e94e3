import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CompanyInfo, updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { getInvoicePdf } from '#contract/invoices/endpoints.ts';
import { getPublicSettings } from '#contract/company-info/public-settings.ts';
import { donate } from '#server/features/donations/donate.ts';
import { renderEmail } from '#server/emails.ts';
import { settleDonation } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import { lastUsed, rowsOf } from '#test/support/assertions.ts';
import { naledi, registered } from '#test/support/people.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import { openTestApp } from '#test/support/app.ts';
import { readCompanyInfo } from './queries.ts';

const app = await openTestApp();
const { id: adminId, token } = await naledi(app);
const { id } = await readCompanyInfo(app.db);

type Form = BodyOf<typeof updateCompanyInfo>;
const save = (body: Form) => callApi(app, updateCompanyInfo, { params: { id }, body }, { token });
const presets = async () => (await callApi(app, getPublicSettings, {})).data.donationPresets;

async function textOfEmail(kind: string, about: Record<string, string>) {
  const [name, value] = Object.entries(about)[0]!;
  const mail = await app.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', kind)
    .where((row) => row(row.ref('about', '->>').key(name as never), '=', value))
    .executeTakeFirstOrThrow();
  const email = await renderEmail({ db: app.db, publicUrl: 'http://x', mail });
  return email?.text ?? '';
}

test('the donation form offers the amounts that the organisation set', async () => {
  assert.deepEqual(await presets(), [100, 250, 500]);
  const { data } = await save({ donationPreset2: 300.5 });
  assert.deepEqual([data.donationPreset1, data.donationPreset2], [100, 300.5]);
  assert.deepEqual(await presets(), [100, 300.5, 500]);
  await save({ donationPreset1: 50, donationPreset3: 1000 });
  assert.deepEqual(await presets(), [50, 300.5, 1000]);
  await save({ donationPreset1: null, donationPreset2: null, donationPreset3: null });
  assert.deepEqual(await presets(), [100, 250, 500]);
});

test('values that cannot be stored are refused at their field', async () => {
  const refusals: [Form, string, string][] = [
    [{ donationPreset1: 4.99 }, 'donationPreset1', 'Please enter at least R5.00.'],
    [{ donationPreset3: 1.234 }, 'donationPreset3', 'Please use at most two decimals.'],
    [{ vatNumber: '123' }, 'vatNumber', 'A VAT number has 10 digits and begins with 4.'],
    [{ vatNumber: '5123456789' }, 'vatNumber', 'A VAT number has 10 digits and begins with 4.'],
    [{ pboNumber: 'x'.repeat(31) }, 'pboNumber', 'Please use at most 30 characters.'],
  ];
  for (const [form, field, message] of refusals) {
    const reply = await save(form);
    assert.deepEqual([reply.status, reply.errors[0]], [400, { field, message }]);
  }
});

test('an invoice shows its VAT from the day a VAT number is set, and keeps it', async () => {
  const before = await registered(app, { email: 'before@example.org' });
  const { data } = await save({ vatNumber: ' 4123 456 789 ', vatBasis: 'payments' });
  assert.equal(data.vatNumber, '4123456789');
  const after = await registered(app, { email: 'after@example.org' });
  await save({ vatNumber: null });
  const later = await registered(app, { email: 'later@example.org' });
  const vat = { number: '4123456789', percent: 15 };
  for (const [{ invoiceId }, expected] of [
    [before, undefined],
    [after, vat],
    [later, undefined],
  ] as const) {
    const { invoice } = await rowsOf(app, invoiceId);
    assert.deepEqual(invoice.issuer.vat, expected);
    const text = await textOfEmail('invoice', { invoiceId });
    assert.equal(
      /Includes VAT at 15 %[\s\S]*R58\.70[\s\S]*4123456789/.test(text),
      !!expected,
      text,
    );
    const pdf = await callApi(app, getInvoicePdf, { params: { id: invoiceId } }, { token });
    assert.equal(pdf.status, 200);
  }
});

test('the receipt of a donation shows the PBO number if one is set', async () => {
  const donation = async () => {
    const { id: donationId } = await donate(app.ctx(), {
      firstName: 'Zoë',
      lastName: 'Botha',
      email: 'zoe@example.org',
      donationTypeId: await donationTypeId(app, 'Wise'),
      amount: 100,
    });
    await settleDonation(app.ctx(), { donationId, source: 'administrator' });
    return textOfEmail('donation-thanks', { donationId });
  };
  assert.doesNotMatch(await donation(), /PBO/);
  await save({ pboNumber: '930 012 345' });
  assert.match(await donation(), /PBO number[\s\S]*930 012 345/);
});

test('changes are audited with the previous values, including counters', async () => {
  const counter = (await lastUsed(app, 'invoice')) + 5;
  await save({ bank: 'FNB', vatNumber: '4999999999', lastUsedInvoiceNumber: counter });
  await save({ bank: 'FNB' });
  const entries = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'by_user_id', 'before', 'after'])
    .where('subject_kind', '=', 'companyInfo')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  const after: Partial<CompanyInfo> = {
    bank: 'FNB',
    vatNumber: '4999999999',
    lastUsedInvoiceNumber: counter,
  };
  const before = { bank: '', vatNumber: '', lastUsedInvoiceNumber: counter - 5 };
  assert.deepEqual(entries, [{ action: 'updateCompanyInfo', by_user_id: adminId, before, after }]);
});
