import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams } from '#contract/fields.ts';

export const sessionTexts = {
  title: 'Signed-in Devices',
  failed: 'Failed to fetch the signed-in devices',
  error: 'Error fetching the signed-in devices',
  intro:
    'You are signed in on these devices. Sign out those that you do not know or no longer use.',
  folded: 'Where you are signed in, and Sign out everywhere',
  current: 'This device',
  started: (moment: string) => `Signed in ${moment}`,
  lastUsed: (moment: string) => `last used ${moment}`,
  signOut: 'Sign out',
  signOutOf: (device: string) => `Sign out of ${device}`,
  everywhere: 'Sign out everywhere',
  askEverywhere: 'You are signed out on every device, also on this one. Then sign in again here.',
  ended: 'The device is signed out.',
  nobody: 'Not signed in on any device.',
  endAll: 'End all sessions',
  askEndAll: (name: string) =>
    `${name} is signed out on every device and can sign in again with the password.`,
  endedAll: 'All sessions of this user have ended.',
} as const;

export const session = z.object({
  id,
  startedUtc: z.string(),
  lastUsedUtc: z.string(),
  /** Browser and system, such as "Chrome on Windows". */
  device: z.string(),
  /** The session of this call. */
  isCurrent: z.boolean(),
});
export type SignedInDevice = z.output<typeof session>;

export const listOwnSessions = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/user/sessions',
  access: 'signedIn',
  summary: 'Where the caller is signed in, the latest use first',
  reply: z.array(session),
});

export const endOwnSession = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/user/sessions/:id',
  access: 'signedIn',
  summary: 'Sign the caller out of one device',
  params: idParams,
  status: 204,
});

export const endOwnSessions = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/user/sessions',
  access: 'signedIn',
  summary: 'Sign the caller out everywhere, here too',
  status: 204,
});

export const listUserSessions = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/user/:id/sessions',
  permission: 'system',
  summary: 'Where a user is signed in, the latest use first',
  params: idParams,
  reply: z.array(session),
});

export const endUserSessions = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/user/:id/sessions',
  permission: 'system',
  summary: 'End all sessions of a user',
  params: idParams,
  status: 204,
});
