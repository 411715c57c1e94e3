import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import { placeholder } from '#contract/placeholders.ts';
import { previewWords } from '#contract/preview-words.ts';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { sizeWords } from './size-words.ts';
import type { Seen } from './use-preview.ts';

export function PreviewFacts({ seen: { subject, size, empty } }: { seen: Seen }) {
  const missing = empty.map(({ name, count }) => bulkEmailWords.emptyFor(placeholder(name), count));
  return (
    <DefinitionList
      facts={[
        { label: bulkEmailWords.subject, value: subject },
        { label: previewWords.size, value: sizeWords(size) },
        ...(missing.length > 0 ? [{ label: previewWords.empty, value: missing.join(', ') }] : []),
      ]}
    />
  );
}
