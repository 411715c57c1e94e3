import { formatMoment } from '#contract/days.ts';
import type { Notification } from '#contract/notifications.ts';

/** "notification of 20 Nov 2026, 14:05", for those who hear the buttons one by one. */
export function notificationName({ receivedUtc, providerId }: Notification): string {
  const number = providerId === '' ? '' : `, ${providerId}`;
  return `notification of ${formatMoment(receivedUtc)}${number}`;
}
