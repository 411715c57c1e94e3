import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import { createInvoice, voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { lastUsed } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently, failed, succeeded } from '#test/support/concurrent.ts';
import { naledi, proveNow } from '#test/support/people.ts';

/** Both wait for bookings and for the number of the next invoice. */
test('the number and the VAT basis are saved while twenty invoices are issued and voided', async () => {
  const app = await openTestApp();
  const { id: adminId, token } = await naledi(app);
  await proveNow(app, adminId);
  const as = { token };
  await app.db.updateTable('company_info').set({ vat_number: '4070112233' }).execute();
  const { id } = await app.db.selectFrom('company_info').select('id').executeTakeFirstOrThrow();
  const payer = { userFirstName: 'S', userLastName: 'N', userEmail: 's@example.org' };
  const invoice = { ...payer, amount: 115, paymentType: 'EFT' as const };
  for (let round = 1; round <= 5; round += 1) {
    const first = (await lastUsed(app, 'invoice')) + 100;
    const outcomes = await concurrently(20, async (n) => {
      if (n % 4 > 0) {
        const issued = await callApi(app, createInvoice, { body: invoice }, as);
        if (issued.status !== 201) return issued.status;
        const body = { reason: 'A mistake' };
        return (await callApi(app, voidInvoice, { params: { id: issued.data.id }, body }, as))
          .status;
      }
      const body = {
        vatBasis: n % 8 === 0 ? ('payments' as const) : ('invoices' as const),
        lastUsedInvoiceNumber: first + n,
      };
      return (await callApi(app, updateCompanyInfo, { params: { id }, body }, as)).status;
    });
    assert.deepEqual(failed(outcomes), []);
    assert.deepEqual([...new Set(succeeded(outcomes))], [200]);
  }
  await assertBooksAgree(app);
});
