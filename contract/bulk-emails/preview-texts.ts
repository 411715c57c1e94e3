import { keptHere } from '#contract/communication/kept-mail.ts';

/** Texts of the bulk email preview. */
export const previewWords = {
  title: 'Preview',
  hint: 'Shows the email as a recipient would receive it, including unsaved changes.',
  find: 'Preview for recipient',
  findHint: 'Part of a name or an address. If it is empty, the first recipient is used.',
  show: 'Show preview',
  next: 'Next recipient',
  previous: 'Previous recipient',
  nobody: 'No recipients match.',
  who: (place: number, total: number, name: string) => `${place} of ${total}: ${name}`,
  width: 'Shown as',
  phone: 'Phone',
  desktop: 'Desktop',
  text: 'Plain text',
  html: 'The email as it looks',
  size: 'Size of one copy',
  empty: 'Empty values',
  testTitle: 'Test',
  testTo: 'Send a test to',
  testHint: 'Up to five addresses, separated by commas. If it is empty, the test goes to you.',
  test: 'Send test',
  testKept: `The test is ${keptHere}`,
  testSent: (addresses: readonly string[]) => `The test is on its way to ${addresses.join(', ')}.`,
} as const;
