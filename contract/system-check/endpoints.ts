import * as z from 'zod/mini';
import { counted } from '#contract/counting.ts';
import { endpoint } from '#contract/endpoint.ts';

const checkResult = z.object({
  name: z.string(),
  state: z.enum(['ok', 'warning', 'failed']),
  /** One or two sentences. */
  finding: z.string(),
  /** The next step; empty if there is none. */
  advice: z.string(),
});
export type CheckResult = z.output<typeof checkResult>;

export const systemCheckTexts = {
  heading: 'System Check',
  failed: 'Failed to check the system',
  intro:
    'Checks the database, mail, card payments, public address and backups of this installation.',
  checking: 'Checking. This takes some seconds.',
  again: 'Check again',
  summary(results: readonly CheckResult[], moment: string): string {
    const count = (state: CheckResult['state']) =>
      results.filter((result) => result.state === state).length;
    const [failures, warnings] = [count('failed'), count('warning')];
    const counts = [
      ...(failures > 0 ? [`${failures} failed`] : []),
      ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
    ];
    return `${counts.join(', ') || 'Everything is in order'}. Checked on ${moment}.`;
  },
} as const;

export const checkSystem = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/system-check',
  permission: 'system',
  summary: 'Checks of the installation: database, mail, public address and so on',
  reply: z.object({ checkedUtc: z.string(), results: z.array(checkResult) }),
});
