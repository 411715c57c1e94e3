import type { Selectable } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import type { Message } from './email-template.ts';

export interface LetterToWrite {
  db: Db;
  /** Where links lead. */
  publicUrl: string;
  /** Payments by card are switched off: no letter asks for one. */
  withoutCard?: boolean;
  mail: Selectable<Tables['mails']>;
}

/** Each kind of mail has one, kept by the feature that queues it. */
export type WriteLetter = (given: LetterToWrite) => Promise<Message>;

/** `null` when nobody needs the letter any more: then it is not sent. */
export type MayWriteLetter = (given: LetterToWrite) => Promise<Message | null>;
