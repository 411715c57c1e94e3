import { setTimeout } from 'node:timers/promises';
import { claimMail, extendLeases, releaseMail } from './claim-mail.ts';
import type { MailRow } from './record-attempt.ts';
import { sendMail, type DatabaseWatch, type MailDeps } from './send-mail.ts';

export interface MailSender {
  /** Ends after the mails that are being sent, or four seconds. */
  stop(): Promise<void>;
}

/** As many connections as mail servers usually accept from one sender. */
const mostAtOnce = 5;
/** At the end of the process. The lease of a mail that takes longer ends by itself. */
const longestEndMs = 4000;

/**
 * Looks for due mails in the table, and sends until none is left: new mails, retries and mails of a
 * killed process. One for each worker process. product-rules 8.3.
 */
export function startMailSender(
  deps: MailDeps,
  { lookEveryMs = 500, extendEveryMs = 5000, longestCallMs = 5000, takeOverAfterMs = 20_000 } = {},
): MailSender {
  const { db, clock, log } = deps;
  const sending = new Set<string>();
  const working = new Set<Promise<void>>();
  let isStopping = false;
  // It may start while others cannot record their results yet.
  let lastFailure = performance.now();
  const watch: DatabaseWatch = {
    failed() {
      lastFailure = performance.now();
    },
    // A commit that waits for a second machine is an absence without an error.
    wasLong(since) {
      const isLong = performance.now() - since > longestCallMs;
      if (isLong) watch.failed();
      return isLong;
    },
  };

  /** While the database was away, all leases ended. At first the workers that hold them record their results. */
  async function claim(): Promise<MailRow | undefined> {
    const since = performance.now();
    const takesOver = since - lastFailure >= takeOverAfterMs;
    try {
      const mail = await claimMail(db, clock.now(), { sending, takesOver });
      if (!watch.wasLong(since)) return mail;
      // Its lease began before the wait, so another worker may take it at any moment.
      if (mail) await releaseMail(db, mail);
      return undefined;
    } catch (error) {
      watch.failed();
      throw error;
    }
  }

  async function work(): Promise<void> {
    for (;;) {
      const mail = isStopping ? undefined : await claim();
      if (mail === undefined) return;
      sending.add(mail.id);
      // There may be more.
      startWorker();
      await sendMail(deps, mail, watch).finally(() => sending.delete(mail.id));
    }
  }

  function startWorker(): void {
    if (isStopping || working.size >= mostAtOnce) return;
    const one = work()
      .catch((error: unknown) => log.warn({ err: error }, 'due mails could not be sent now'))
      .finally(() => working.delete(one));
    working.add(one);
  }

  async function extend(): Promise<void> {
    // If the database is away for this process only, another one may send the same mails.
    const extendAll = () => extendLeases(db, [...sending]).catch(() => watch.failed());
    const since = performance.now();
    await extendAll();
    // What it extended to is over by now.
    if (watch.wasLong(since)) await extendAll();
  }

  const looking = setInterval(startWorker, lookEveryMs);
  const extending = setInterval(() => void extend(), extendEveryMs);
  return {
    async stop() {
      isStopping = true;
      clearInterval(looking);
      clearInterval(extending);
      await Promise.race([Promise.all(working), setTimeout(longestEndMs, null, { ref: false })]);
    },
  };
}
