import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { optionalText } from '#contract/fields.ts';

export const cardAccountModes = ['off', 'sandbox', 'live'] as const;

export const cardAccountTexts = {
  title: 'PayFast',
  mode: 'Payments by card',
  modes: {
    off: 'Off: nobody pays by card',
    sandbox: 'Test: on PayFast’s test site, no money moves',
    live: 'On: members and donors pay by card',
  },
  /** What is in force on this computer while nothing is set. It cannot be chosen. */
  simulator: 'Test payments on this computer: no money moves',
  noMode: 'Please choose Off, Test or On.',
  merchantId: 'Merchant ID',
  merchantKey: 'Merchant key',
  passphrase: 'Passphrase',
  hint: 'All three stand in your PayFast account, under Settings, Developer Settings. The passphrase is one that you choose there.',
  kept: 'Leave it empty to keep the one that is stored.',
  saved: 'PayFast settings saved. They are used from now on.',
  failed: 'Failed to fetch the PayFast settings',
  onServer: (names: readonly string[]) =>
    `PayFast is set on the server itself (${names.join(', ')}) and can only be changed there.`,
  wrongMerchantId: 'Please enter the Merchant ID, a number such as 10000100.',
  wrongMerchantKey: 'Please enter the Merchant key, which has letters and digits only.',
  wrongPassphrase:
    'Please enter the passphrase, at most 32 letters, digits, -, _ and /, as in the PayFast account.',
  isSandboxAccount: 'This is the Merchant ID of PayFast’s test account. Please enter your own.',
  again: 'Please enter it again: it belongs to the earlier Merchant ID.',
  notReachable:
    'PayFast could not report payments to this address. It needs a public name, on port 80, 443, 8080 or 8081.',
} as const;

/** An empty key or passphrase keeps the one that is stored, if the Merchant ID stays. */
export const cardAccountForm = z.object({
  mode: z.enum(cardAccountModes, cardAccountTexts.noMode),
  merchantId: optionalText(20),
  merchantKey: optionalText(100),
  passphrase: optionalText(32),
});

const cardAccount = z.object({
  /** `simulator`: on this computer only, when nothing is set. */
  mode: z.enum([...cardAccountModes, 'simulator']),
  merchantId: z.string(),
  hasMerchantKey: z.boolean(),
  hasPassphrase: z.boolean(),
  onServer: z.array(z.string()),
  /** Why what is stored is not used. */
  problem: z.nullable(z.string()),
});
export type CardAccount = z.output<typeof cardAccount>;
const fields = ['mode', 'merchantId'] as const;

export const getCardAccount = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/payfast/account',
  permission: 'system',
  summary: 'The PayFast account, without its key and passphrase',
  reply: cardAccount,
  versioned: fields,
});

export const updateCardAccount = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/payfast/account',
  permission: 'system',
  summary: 'Change the PayFast account. With `live`, PayFast is asked first',
  body: cardAccountForm,
  reply: cardAccount,
  versioned: fields,
  proof: 'always',
});
