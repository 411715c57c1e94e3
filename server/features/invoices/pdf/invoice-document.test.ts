import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestOfPdf, readPdf } from '#test/support/pdf/read-pdf.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { renderInvoicePdf } from './render-invoice-pdf.ts';

const invoice: InvoiceDocument = {
  number: 'INV-00042',
  paymentReference: 'INV-00042-K',
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
  paidCents: 0,
  paidOn: null,
  closed: null,
};

async function pagesOf(data: InvoiceDocument): Promise<string[]> {
  return readPdf(await renderInvoicePdf(data));
}

async function textOf(data: InvoiceDocument): Promise<string> {
  const [page = '', ...others] = await pagesOf(data);
  assert.equal(others.length, 0, 'one page');
  return page;
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
    'INV-00042-K',
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
  const text = await textOf({ ...invoice, closed: 'void' });
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

/** A change of one is a change of what people download again: say so in CHANGELOG.md. */
const digests = {
  open: '6f07429f8b39dd16272596a1e95e016605ca3358d9c87b633f2fdff728af80b7',
  paid: 'e3e4c34b67aad4fa1fa4bf91708042228cbddce8e7aafa43ca23b9e821f96739',
  void: '6a758ae6bca25f424bcd15f2f2046adc50ed35bf8dfa7db4e653f2a994e49470',
  withVat: '4149acdc0ba7b4e174f28176ff0ec26db5f23fda25aac8783a34bb5f7b35aa94',
};
const golden: Record<keyof typeof digests, InvoiceDocument> = {
  open: invoice,
  paid: { ...invoice, paidOn: '2026-11-24' },
  void: { ...invoice, closed: 'void' },
  withVat: {
    ...invoice,
    issuer: { ...invoice.issuer, vat: { number: '4123456789', percent: 15 } },
  },
};

test('the documents are drawn as in the version before', async () => {
  for (const [name, digest] of Object.entries(digests)) {
    const pdf = await renderInvoicePdf(golden[name as keyof typeof digests]);
    assert.equal(digestOfPdf(pdf), digest, name);
  }
});

test('an invoice with VAT shows its number and the VAT that the total contains', async () => {
  const vat = { number: '4123456789', percent: 15 };
  const text = await textOf({ ...invoice, issuer: { ...invoice.issuer, vat } });
  assert.ok(text.includes('Includes VAT at 15 %\nR58.70\nVAT registration number\n4123456789'));
});

test('letters of all South African languages can be read and copied', async () => {
  const payerName = 'Ṱhilivhalị wa Tshivenḓa ḽ ṋ ṅ Ṅ š Š ê ǃXóõ ǂKhomani';
  const line = 'Individual membership, with a visit to Nyíragọngo';
  const page = await textOf({ ...invoice, payerName: payerName.normalize('NFD'), line });
  const text = page.replaceAll('\n', ' ');
  assert.ok(text.includes(payerName) && text.includes(line));
  assert.ok(text.includes('Friends of the Waterberg') && text.includes('Individual membership'));
});

test('the text of a document does not depend on those before it', async () => {
  const first = await renderInvoicePdf(invoice);
  for (const line of ['ṰṪŤ', 'ḓḋď', 'ị ọ ụ', 'Z̪͑ͫ̓a̷']) await renderInvoicePdf({ ...invoice, line });
  assert.ok(first.equals(await renderInvoicePdf(invoice)));
});

test('long names and addresses are wrapped, and the bank details stay together', async () => {
  const address = Array.from(
    { length: 8 },
    (_, n) => `Line ${n} of an address, ${'so '.repeat(20)}`,
  );
  const pages = await pagesOf({
    ...invoice,
    payerName: 'Wilhelmina Johanna Petronella van der Merwe-Bezuidenhout-Oosthuizen',
    payerAddress: address.join('\n'),
    line: 'A family membership '.repeat(10),
  });
  assert.equal(pages.length, 2);
  const [first = '', second = ''] = pages;
  assert.ok(
    first.includes('Wilhelmina Johanna Petronella van der\nMerwe-Bezuidenhout-Oosthuizen\n'),
  );
  assert.ok(first.includes('Line 7 of an address') && first.endsWith('Total\nR450.00'));
  assert.match(second, /^How to pay\n[^]*Payment reference\nINV-00042-K\nPlease use/);
});

test('text that fills several pages is not lost', async () => {
  const words = Array.from({ length: 3000 }, (_, n) => `word${n}`);
  const pages = await pagesOf({ ...invoice, payerName: words.join(' ') });
  assert.ok(pages.length > 3);
  const text = pages.join(' ').split(/\s+/);
  assert.deepEqual(
    text.filter((word) => word.startsWith('word')),
    words,
  );
});

test('hostile text is drawn as text and never breaks the rendering', async () => {
  const hostile = {
    odd: '😀 王小明 \ud800 \u202e \u0007 <b>{{x}} file:///etc/passwd https://example.org/',
    long: 'W'.repeat(1000),
    emoji: '👨‍👩‍👧‍👦🏳️‍🌈'.repeat(50),
    rightToLeft: 'שלום עולם مرحبا بالعالم \u200f\u2067abc\u2069',
    control: '\u0000\u0001\u001b[31m\u0085\u009f\u2028\u2029\ufeff\t\r',
    marks: `Z${'\u0351\u036b\u0343\u032a'.repeat(100)}`,
    syntax: '(((\\)) >> endobj ET <</A 1 0 R>> %',
    blank: '',
    lines: '\n\n',
  };
  for (const [name, text] of Object.entries(hostile)) {
    const issuer = { ...invoice.issuer, name: text, bank: text, address: text };
    const data = { ...invoice, issuer, payerName: text, payerAddress: text, line: text };
    const pages = await pagesOf(data);
    assert.ok(pages.join('\n').includes('INV-00042'), name);
    assert.ok(pages.join('\n').includes('00812345678'), name);
  }
});

test('a long word is broken, and all of it is shown', async () => {
  const pages = await pagesOf({ ...invoice, payerName: 'Ж'.repeat(400) });
  assert.equal(pages.join('').replaceAll(/[^Ж]/g, '').length, 400);
});
