import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settleInvoice } from '../payments/settle-invoice.ts';
import { rowsOf } from '../testing/books.ts';
import { registered } from '../testing/cast.ts';
import { openTestSite } from '../testing/site.ts';
import { writeInvoiceLetter } from './write-invoice-letter.ts';

const site = await openTestSite();
const { db } = site;
const publicUrl = 'https://members.example.org';

async function letterOf(invoiceId: string): Promise<string> {
  const { mails } = await rowsOf(site, invoiceId);
  const mail = mails.find(({ kind }) => kind === 'invoice')!;
  return (await writeInvoiceLetter({ db, publicUrl, mail })).text;
}

test('an unpaid invoice can be paid by card from its mail, a paid one can not', async () => {
  const { invoiceId } = await registered(site, { email: 'card@example.org' });
  const address = `${publicUrl}/payment/payfast-redirect/subscription/${invoiceId}`;
  const unpaid = await letterOf(invoiceId);
  assert.ok(unpaid.includes(`Pay by card:\n${address}`));
  await settleInvoice(site.work(), { invoiceId, source: 'administrator' });
  const paid = await letterOf(invoiceId);
  assert.ok(!paid.includes('payfast-redirect') && paid.includes('Paid on'));
});

test('an amount that the provider does not take is offered by EFT only', async () => {
  const { invoiceId } = await registered(site, { email: 'small@example.org' });
  await db.updateTable('invoices').set({ amount_cents: 499 }).where('id', '=', invoiceId).execute();
  const letter = await letterOf(invoiceId);
  assert.ok(!letter.includes('payfast-redirect') && letter.includes('/login'));
});
