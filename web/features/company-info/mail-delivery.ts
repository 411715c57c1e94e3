import { getMailDelivery } from '#contract/company-info/test-mail.ts';
import { call } from '#web/api/call.ts';

/** Whether emails are delivered, and the address of a test email. It changes with a restart only. */
export const mailDelivery = {
  queryKey: ['mailDelivery'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(getMailDelivery, { signal }),
  staleTime: Infinity,
};
