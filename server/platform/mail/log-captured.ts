import type { Logger } from 'pino';
import type { OnCaptured } from './delivery/outbox.ts';

/** For someone who tries the application on their own machine: the links without a mail program. */
export function logCaptured(log: Logger): OnCaptured {
  return ({ subject, text }) => {
    const links = text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
    log.info({ subject, links }, 'mail captured');
  };
}
