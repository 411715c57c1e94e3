import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { getProofToken, sendProof } from '#contract/proofs/endpoints.ts';
import type { Admin } from '../fixtures/administrator.ts';
import { openFilters, unfoldPart } from '../fixtures/app-shell.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectRowsWhole,
  test,
} from '../fixtures/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Sends a PDF as the payer of the invoice does. */
async function send(office: Admin, url: string, invoiceId: string, text: string): Promise<void> {
  const params = { id: invoiceId };
  const { token } = await office.ask(getProofToken, { params }, await office.adminToken());
  const form = new FormData();
  form.append('token', token);
  form.append('file', new File([`%PDF-1.7\n${text}`], 'proof.pdf'));
  const reply = await fetch(`${url}/api${sendProof.path}`, { method: 'POST', body: form });
  expect(reply.status).toBe(200);
}

test('an administrator finds a proof of payment, saves it, deals with it, and lets it wait again', async ({
  page,
  office,
  server,
  enterAs,
}) => {
  test.slow();
  const lastName = `Proof${Date.now().toString(36)}`;
  const payer = await office.registered({ lastName });
  await send(office, server.url, payer.invoiceId, 'two thousand rand');
  await enterAs('admin', '/admin/invoice');
  await page.getByRole('link', { name: /proofs? of payment waits?$/ }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: /^Proofs of Payment \(\d+\)$/ }),
  ).toBeVisible();
  await page.getByRole('searchbox').fill(lastName);
  await page.getByRole('searchbox').press('Enter');
  const row = page.getByText(`Thandi ${lastName}`, { exact: true });
  await expect(page.getByRole('heading', { level: 1, name: /\(1\)$/ })).toBeVisible();
  await expect(row).toBeVisible();
  await expect(page.getByText('R450.00')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectRowsWhole(page);

  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download INV-\d{5}-proof-1\.pdf of Thandi/ }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^INV-\d{5}-proof-1\.pdf$/);
  expect(await readFile(await download.path(), 'utf8')).toContain('two thousand rand');

  await page.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: /^Dealt with/ }).click();
  await expect(row).toBeHidden();
  await openFilters(page);
  await button(page, 'Dealt with or paid').click();
  await expect(row).toBeVisible();
  await expectAccessible(page);

  // On the invoice's page, where the payment is recorded.
  await page.getByRole('link', { name: /^INV-\d{5}$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice INV-/ })).toBeVisible();
  await unfoldPart(page, 'Proofs of Payment (1)');
  const part = page.getByRole('listitem').filter({ hasText: 'proof-1.pdf' });
  await expect(part).toContainText('Dealt with by');
  await part.getByRole('button', { name: /^Let it wait again/ }).click();
  await expect(part).toContainText('Waiting');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await button(page, 'Process Payment').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Process Payment' }).click();
  await expect(part).toContainText('Invoice paid');
});
