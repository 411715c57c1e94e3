import { sql } from 'kysely';
import { keptAnswer, type RecipientOutcome } from '#contract/bulk-emails/outcomes.ts';

/** Of a row `r` of bulk_recipients, as the API shows it: `sending` is pending. */
export const recipientOutcome = sql<RecipientOutcome>`CASE
  WHEN r.outcome = 'sent' AND r.answer = ${sql.lit(keptAnswer)} THEN 'captured'
  ELSE replace(r.outcome, 'sending', 'pending') END`;
