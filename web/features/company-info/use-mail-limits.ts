import { getMailLimits, type MailLimits } from '#contract/mail-limits.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useVersion, type Versioned } from '#web/forms/use-loaded-record.ts';

export type LimitsVersion = Versioned<{ limits: MailLimits }>;

export function useMailLimits() {
  return useVersion(
    ['mailLimits'],
    (options) => callWithEtag(getMailLimits, undefined, options),
    (limits) => ({ limits }),
  );
}
