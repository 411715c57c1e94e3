import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { renderInvoicePdf, type InvoiceDocument } from './invoice-document.ts';
import { invoicePage } from './invoice-page.ts';

const invoice: InvoiceDocument = {
  number: 'INV-00042',
  issuedAt: new Date('2026-11-20T23:30:00Z'),
  issuer: {
    name: 'Friends of the Waterberg',
    email: 'office@example.org',
    phone: '014 755 4000',
    address: 'PO Box 1187\nVaalwater',
    bank: 'First National Bank',
    accountType: 'Cheque',
    branchCode: '050655',
    accountNumber: '00812345678',
    swiftCode: '',
  },
  payerName: 'Ngũgĩ Łukasz Ṱhilivhali',
  payerAddress: '12 Bosveld Avenue\nModimolle\n0510',
  line: 'Individual membership',
  amountCents: 45000,
  paidOn: null,
  isVoid: false,
};

const reader = 'pdftotext';
const canRead = spawnSync(reader, ['-v']).error === undefined;

/** The text of the page, or the document definition if no PDF reader is installed. */
async function textOf(data: InvoiceDocument): Promise<string> {
  if (!canRead) return textsIn(invoicePage(data).content).join('\n');
  const input = await renderInvoicePdf(data);
  return spawnSync(reader, ['-layout', '-', '-'], { input, encoding: 'utf8' }).stdout;
}

function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (typeof content !== 'object' || content === null) return [];
  return Object.values(content).flatMap(textsIn);
}

test('the page shows everything that is needed to pay', async () => {
  const text = await textOf(invoice);
  const { issuer } = invoice;
  for (const value of [
    'INVOICE',
    'INV-00042',
    '21 Nov 2026',
    'R450.00',
    'Individual membership',
    'Ngũgĩ Łukasz Ṱhilivhali',
    'Modimolle',
    'Payment reference',
    issuer.accountNumber,
    issuer.branchCode,
    issuer.accountType,
    issuer.bank,
    issuer.phone,
  ]) {
    assert.ok(text.includes(value), value);
  }
  assert.ok(!text.includes('SWIFT'), 'a blank field is left out');
  assert.ok(!/VAT|PAID|VOID/.test(text));
});

test('a paid invoice shows that it is paid and asks for no payment', async () => {
  const text = await textOf({ ...invoice, paidOn: '2026-11-24' });
  assert.ok(text.includes('PAID on 24 Nov 2026') && !text.includes('00812345678'));
});

test('a void invoice shows that it is void and asks for no payment', async () => {
  const text = await textOf({ ...invoice, isVoid: true });
  assert.ok(text.includes('VOID') && !text.includes('00812345678'));
});

test('without a bank account the page says where to ask for one', async () => {
  const text = await textOf({ ...invoice, issuer: { ...invoice.issuer, accountNumber: '' } });
  assert.ok(text.includes('contact us for our bank details') && !text.includes('Branch code'));
});

test('rendering an invoice again gives the same bytes', async (t) => {
  t.mock.timers.enable({ apis: ['Date'] });
  const first = await renderInvoicePdf(invoice);
  t.mock.timers.tick(2000);
  assert.ok(first.equals(await renderInvoicePdf(structuredClone(invoice))));
});

test('user input never breaks the rendering and opens no file', async () => {
  const odd = '😀 王小明 \ud800 \u202e \u0007 <b>{{x}} file:///etc/passwd https://example.org/';
  const long = 'W'.repeat(1000);
  for (const text of [odd, long, '', '\n\n']) {
    const issuer = { ...invoice.issuer, name: text, bank: text, address: text };
    const data = { ...invoice, issuer, payerName: text, payerAddress: text, line: text };
    const pdf = await renderInvoicePdf(data);
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
  }
});
