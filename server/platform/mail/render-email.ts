import { type Day, dayOf } from '#contract/days.ts';
import type { Selectable } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import type { Message } from './email-template.ts';

export interface EmailToRender {
  db: Db;
  /** Where links lead. */
  publicUrl: string;
  /** Card payments are switched off: no email offers one. */
  withoutCard?: boolean;
  /** Where the payer of an invoice sends the proof of payment. Missing: no email offers it. */
  proofUrl?: (invoiceId: string) => string;
  mail: Selectable<Tables['mails']>;
  /** The email is only shown: an outdated one is rendered too, if its record still exists. */
  isForReading?: boolean;
}

/** What the mail calls today: the day of its attempt, also for a kept one that is sent later. */
export function dayOfMail({ sent_at, next_attempt_at, created_at }: EmailToRender['mail']): Day {
  return dayOf(sent_at ?? next_attempt_at ?? created_at);
}

/** Each kind of mail has one, in the feature that queues it. */
export type RenderEmail = (input: EmailToRender) => Promise<Message>;

/** `null` when the email is out of date. It is not sent then. */
export type RenderEmailIfCurrent = (input: EmailToRender) => Promise<Message | null>;
