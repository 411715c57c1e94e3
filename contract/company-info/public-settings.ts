import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { money } from '#contract/fields.ts';

export const publicSettingsTexts = {
  testPayments: 'Test payments: no money moves.',
} as const;

/** What every visitor may know of the organisation and of this installation. */
export const getPublicSettings = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/site',
  access: 'anyone',
  summary: 'Who the organisation is, and whether payments are only tested',
  reply: z.object({
    organisation: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    isTestPayments: z.boolean(),
    /** False where payments by card are switched off: no page offers them. */
    offersCard: z.boolean(),
    /** Rand; the chips above the amount of a donation. */
    donationPresets: z.array(money),
  }),
});
