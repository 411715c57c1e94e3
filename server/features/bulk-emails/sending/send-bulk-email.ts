import { createHash } from 'node:crypto';
import type { Db } from '#server/platform/db/pool.ts';
import type {
  ConnectionOutcome,
  RawMail,
  SmtpConnection,
} from '#server/platform/mail/delivery/connection.ts';
import {
  openMimeTemplate,
  type MimeTemplate,
} from '#server/platform/mail/delivery/mime-template.ts';
import { prepare } from '../content/render.ts';
import { joinWithValues } from '#contract/bulk-emails/placeholders.ts';
import { valuesOf, type BulkTemplate } from '../content/template.ts';
import { consentNeeded } from './audience.ts';
import type { Claimed } from './claim-recipients.ts';
import { openSendBatcher, type SendBatcher } from './send-batcher.ts';
import type { BulkSenderDeps } from './bulk-sender-deps.ts';
import type { SendResult } from './record-results.ts';
import { unsubscribeUrl } from '#server/features/communication/unsubscribe.ts';

interface Run {
  deps: BulkSenderDeps;
  ledger: SendBatcher;
  template: BulkTemplate;
  mime: MimeTemplate;
  from: Awaited<ReturnType<BulkSenderDeps['from']>>;
}

/**
 * Sends the due recipients of one bulk email over several SMTP connections. Returns whether the mail
 * server could be reached. Each recipient is marked as sending before transmission. product-rules 9.6.
 */
export async function sendBulkEmail(
  deps: BulkSenderDeps,
  { db, worker, id, most }: { db: Db; worker: number; id: string; most: number },
): Promise<boolean> {
  const email = await readForSending(db, id);
  const template = await prepare(db, deps.publicUrl, email);
  const run: Run = {
    deps,
    template,
    mime: await openMimeTemplate(template),
    from: await deps.from(),
    ledger: openSendBatcher(db, {
      bulkEmailId: id,
      worker,
      purposes: consentNeeded(email),
      now: () => deps.clock.now(),
      unrecorded: deps.unrecorded,
      isStopping: () => deps.isStopping(),
    }),
  };
  // Opens one connection first, to find out whether the server is reachable.
  const first = await openConnection(run);
  if (first === null) return false;
  const others = Array.from({ length: Math.min(most, deps.connections) - 1 }, () =>
    work(run, null),
  );
  const outcomes = await Promise.allSettled([work(run, first), ...others]);
  const broken = outcomes.find((outcome) => outcome.status === 'rejected');
  if (broken) throw broken.reason;
  return outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value);
}

/** Sends one message at a time, and reconnects if needed. Returns whether it ran out of recipients. */
async function work(run: Run, opened: SmtpConnection | null): Promise<boolean> {
  let connection = opened;
  let lastResult: SendResult | undefined;
  try {
    for (;;) {
      connection = await usable(run, connection);
      if (connection === null) break;
      const recipient = await run.ledger.next(lastResult);
      lastResult = undefined;
      if (recipient === null) return true;
      lastResult = { recipient, outcome: await send(run, connection, recipient) };
    }
    // The server is unreachable. The next turn of the worker records the last result.
    if (lastResult !== undefined) run.deps.unrecorded.push(lastResult);
    return false;
  } finally {
    connection?.close();
  }
}

async function usable(run: Run, connection: SmtpConnection | null): Promise<SmtpConnection | null> {
  if (connection !== null && !connection.isOver) return connection;
  connection?.close();
  return openConnection(run);
}

async function openConnection({ deps, ledger }: Run): Promise<SmtpConnection | null> {
  try {
    return await deps.openConnection();
  } catch (error) {
    await ledger.report((error as Error).message);
    return null;
  }
}

async function send(
  run: Run,
  connection: SmtpConnection,
  recipient: Claimed,
): Promise<ConnectionOutcome> {
  let mail: RawMail;
  try {
    mail = mailTo(run, recipient);
  } catch {
    const answer = 'The mail could not be written.';
    return { kind: 'refused', isFinal: true, isAddress: false, answer };
  }
  return connection.send(mail);
}

function mailTo({ deps, template, mime, from }: Run, recipient: Claimed): RawMail {
  const { id, email, name, replacements } = recipient;
  const date = deps.clock.now();
  const values = valuesOf(replacements, id);
  const headers = {
    messageId: `${messageIdOf(id)}@${deps.publicHost}`,
    date,
    from,
    to: { name, address: email },
    subject: joinWithValues(template.subject, values.text),
    unsubscribeUrl: unsubscribeUrl(deps.publicUrl, id),
  };
  const { subject } = headers;
  return {
    from: from.address,
    to: email,
    date,
    raw: mime.build(headers, values),
    readable: () => ({ subject, text: joinWithValues(template.text, values.text) }),
  };
}

/** The id is the token of the unsubscribe link. Replies and logs of mail servers show the Message-ID, so it is a hash. */
function messageIdOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32);
}

async function readForSending(db: Db, id: string) {
  return db
    .selectFrom('bulk_emails as b')
    .innerJoin('communication_lists as l', 'l.id', 'b.communication_list_id')
    .select(['b.subject', 'b.title', 'b.content', 'b.attachment_id as attachmentId'])
    .select(['b.is_appeal as isAppeal', 'l.audience'])
    .where('b.id', '=', id)
    .executeTakeFirstOrThrow();
}
