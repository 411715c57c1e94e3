import { type BulkEmail, bulkEmailTexts } from '#contract/bulk-emails.ts';
import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import type { countRecipients } from '#contract/bulk-run.ts';
import { placeholder } from '#contract/placeholders.ts';
import type { DataOf } from '#web/api/call.ts';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import { durationWords } from './duration-words.ts';

export type Count = DataOf<typeof countRecipients>;

interface Props {
  bulkEmail: BulkEmail;
  count: Count;
}

/** What is about to leave, and for how many: it can not be called back. */
export function ProcessQuestion({ bulkEmail, count }: Props) {
  const { subject, communicationListName } = bulkEmail;
  const { toSend, suppressed } = count;
  const facts: Fact[] = [
    { label: bulkEmailWords.subject, value: subject },
    { label: bulkEmailWords.sendTo, value: communicationListName },
    { label: bulkEmailWords.willGet, value: toSend },
    ...(suppressed > 0 ? [{ label: bulkEmailWords.leftOut, value: suppressed }] : []),
    ...pace(count),
    ...emptyValues(count),
  ];
  return (
    <>
      <p>{bulkEmailTexts.askProcess}</p>
      <DefinitionList facts={facts} />
      <p>{bulkEmailWords.noUndo}</p>
    </>
  );
}

function pace({ perMinute, perDay, minutes }: Count): Fact[] {
  const limits = [perMinute && `${perMinute} a minute`, perDay && `${perDay} a day`].filter(
    Boolean,
  );
  if (limits.length === 0) return [];
  const facts: Fact[] = [{ label: bulkEmailWords.limits, value: limits.join(', ') }];
  if (minutes) facts.push({ label: bulkEmailWords.lasts, value: durationWords(minutes) });
  return facts;
}

/** Names that would be missing in some copies: better seen now. */
function emptyValues({ empty }: Count): Fact[] {
  if (empty.length === 0) return [];
  const words = empty.map(({ name, count }) => bulkEmailWords.emptyFor(placeholder(name), count));
  return [{ label: bulkEmailWords.emptyValues, value: words.join(', ') }];
}
