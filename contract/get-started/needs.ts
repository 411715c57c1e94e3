import type { Permission } from '#contract/permissions.ts';
import type { SetupStep } from './endpoints.ts';

export const needsOfStep: Readonly<Record<SetupStep, Permission>> = {
  organisation: 'settings',
  money: 'settings',
  fees: 'settings',
  mail: 'settings',
  backup: 'system',
  twoStep: 'system',
  members: 'members.write',
};
