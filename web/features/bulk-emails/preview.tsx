import { type SyntheticEvent, useState } from 'react';
import { previewWords } from '#contract/preview-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import type { TypedBulkEmail } from './bulk-email-values.ts';
import { MailFrame } from './mail-frame.tsx';
import styles from './preview.module.css';
import { PreviewFacts } from './preview-facts.tsx';
import { TestSend } from './test-send.tsx';
import { type Seen, usePreview } from './use-preview.ts';

const ways = ['phone', 'desktop', 'text'] as const;
type Way = (typeof ways)[number];

/** How it will look in somebody's hands, before anybody has it there. Screens §1.5. */
export function Preview({ draft }: { draft: () => TypedBulkEmail }) {
  const { seen, find, setFind, show, busy, problem } = usePreview(draft);
  const [way, setWay] = useState<Way>('phone');

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    void show();
  }

  return (
    <Card title={previewWords.title}>
      <p className={styles.hint}>{previewWords.hint}</p>
      <form noValidate onSubmit={submit} className={styles.form}>
        <TextField
          label={previewWords.find}
          hint={previewWords.findHint}
          optional
          autoComplete="off"
          maxLength={200}
          value={find}
          onChange={({ target }) => setFind(target.value)}
        />
        <Button type="submit" busy={busy}>
          {previewWords.show}
        </Button>
      </form>
      <FormProblem message={problem} />
      {seen && (
        <>
          <Turning seen={seen} onTurn={(index) => void show(index)} />
          <PreviewFacts seen={seen} />
          <div role="group" aria-label={previewWords.width} className={styles.ways}>
            {ways.map((each) => (
              <Button key={each} aria-pressed={way === each} onClick={() => setWay(each)}>
                {previewWords[each]}
              </Button>
            ))}
          </div>
          <Shown seen={seen} way={way} />
        </>
      )}
      <TestSend draft={() => ({ ...draft(), find, index: seen?.index ?? 0 })} />
    </Card>
  );
}

/** Who it is that is looked at, and the ones before and after. */
function Turning({ seen, onTurn }: { seen: Seen; onTurn: (index: number) => void }) {
  const { recipient, index, total } = seen;
  const name = recipient && `${recipient.name} <${recipient.email}>`;
  return (
    <div className={styles.turning}>
      <Button disabled={index === 0} onClick={() => onTurn(index - 1)}>
        {previewWords.previous}
      </Button>
      <Button disabled={index + 1 >= total} onClick={() => onTurn(index + 1)}>
        {previewWords.next}
      </Button>
      <output className={styles.who}>
        {name === null ? previewWords.nobody : previewWords.who(index + 1, total, name)}
      </output>
    </div>
  );
}

function Shown({ seen, way }: { seen: Seen; way: Way }) {
  if (way === 'text') return <pre className={styles.text}>{seen.text}</pre>;
  return <MailFrame title={previewWords.html} html={seen.html} isNarrow={way === 'phone'} />;
}
