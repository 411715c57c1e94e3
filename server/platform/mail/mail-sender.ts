import { setTimeout } from 'node:timers/promises';
import { claimMail, extendLeases } from './claim-mail.ts';
import { sendMail, type MailDeps } from './send-mail.ts';

export interface MailSender {
  /** Starts sending what is due. */
  wake(): void;
  /** Ends after the mails that are being sent, or five seconds. */
  stop(): Promise<void>;
}

/** As many connections as mail servers usually accept from one sender. */
const mostAtOnce = 5;
/** At the end of the process. The lease of a mail that takes longer ends by itself. */
const longestEndMs = 5000;

/**
 * Sends due mails from the table until none is left. One for each worker process. It also looks by itself,
 * for retries that are due and mails of a killed process, and extends its own leases then. product-rules 8.3.
 */
export function startMailSender(deps: MailDeps, { lookEveryMs = 5000 } = {}): MailSender {
  const { db, clock, log } = deps;
  const sending = new Set<string>();
  const working = new Set<Promise<void>>();
  let isStopping = false;
  let wakes = 0;

  async function work(): Promise<void> {
    for (;;) {
      const before = wakes;
      const mail = isStopping ? undefined : await claimMail(db, clock.now(), sending);
      if (mail !== undefined) {
        sending.add(mail.id);
        // There may be more.
        startWorker();
        await sendMail(deps, mail).finally(() => sending.delete(mail.id));
      } else if (isStopping || wakes === before) {
        // Otherwise a mail was queued while this worker looked.
        return;
      }
    }
  }

  function startWorker(): void {
    if (isStopping || working.size >= mostAtOnce) return;
    const one = work()
      .catch((error: unknown) => log.warn({ err: error }, 'due mails could not be sent now'))
      .finally(() => working.delete(one));
    working.add(one);
  }

  function wake(): void {
    wakes += 1;
    startWorker();
  }

  async function look(): Promise<void> {
    wake();
    await extendLeases(db, [...sending]).catch(() => {
      // The database is away. Without a lease, a mail may be sent twice rather than not at all.
    });
  }

  const looking = setInterval(() => void look(), lookEveryMs);
  void look();
  return {
    wake,
    async stop() {
      isStopping = true;
      clearInterval(looking);
      await Promise.race([Promise.all(working), setTimeout(longestEndMs, null, { ref: false })]);
    },
  };
}
