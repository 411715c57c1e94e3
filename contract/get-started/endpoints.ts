import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** What a new installation needs, in the order of Get Started. product-rules 2.49. */
export const setupSteps = [
  'organisation',
  'money',
  'fees',
  'mail',
  'backup',
  'twoStep',
  'members',
] as const;
export type SetupStep = (typeof setupSteps)[number];

/** `local`: only this computer reaches the address. `used`: there is a member, an invoice or a donation, or there was. */
const openings = ['ready', 'closed', 'local', 'used'] as const;

export const getStarted = z.object({
  /** Those that the caller's roles may do. */
  steps: z.array(z.object({ step: z.enum(setupSteps), isDone: z.boolean() })),
  /** Whether visitors can register: the name, the money and the fees are there, or why they can without. */
  opening: z.enum(openings),
  hasMembers: z.boolean(),
  /** The address of Register. */
  registerUrl: z.string(),
  /** Only this computer reaches that address. */
  isOnlyHere: z.boolean(),
});
export type GetStarted = z.output<typeof getStarted>;

export const startEmpty = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/get-started/start-empty',
  permission: 'members.write',
  summary: 'Say that there are no members to import',
  status: 204,
});
