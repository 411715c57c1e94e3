import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { money } from '#contract/fields.ts';

export const publicSettingsTexts = {
  demo: { title: 'Demo data: nothing is sent' },
  /** Beside a sentence that promises an email. */
  mailKept: (hasBankDetails: boolean) =>
    `We cannot send emails yet.${hasBankDetails ? ' Our bank details are on this page.' : ''}`,
  /** One sentence: the second part follows a colon. An EFT does move money. */
  testPayments: { title: 'Test card payments', detail: 'no money moves.' },
} as const;

/** Published, so it signs in only while nobody else can reach the demo. */
export const demoPassword = 'Demo123';

/** The organisation's name on pages and in mails, until it is entered in Company Info. */
export function shownName(organisation: string): string {
  return organisation.trim() || 'Membership';
}

/** The public data about the organisation and this installation. */
export const getPublicSettings = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/site',
  access: 'anyone',
  summary: 'The organisation, and whether payments are in test mode',
  reply: z.object({
    organisation: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    /** Its address is new for each picture, so browsers keep it. Pixels. */
    logo: z.nullable(z.object({ path: z.string(), width: z.int(), height: z.int() })),
    /** The data of `npm run demo`. */
    isDemo: z.boolean(),
    /** In the demo: a person for each role, whom the sign-in page offers. */
    demoPeople: z.array(z.object({ name: z.string(), email: z.string(), role: z.string() })),
    /** The password of these people, while it is the published one. */
    demoPassword: z.nullable(z.string()),
    /** No mail server is set, so nobody receives an email. */
    isMailKept: z.boolean(),
    isTestPayments: z.boolean(),
    /** False when card payments are disabled. No page offers them then. */
    offersCard: z.boolean(),
    /** False until a new installation is ready for visitors who register or donate. */
    isOpen: z.boolean(),
    /** For the Donate page, in the organisation's words; else empty. */
    whyGive: z.string(),
    /** Rand; the suggested donation amounts. */
    donationPresets: z.array(money),
  }),
});
