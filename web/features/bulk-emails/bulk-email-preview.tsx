import { useIsMailKept } from '#web/api/menu-counts.ts';
import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { bulkEmailWords } from '#contract/bulk-emails/texts.ts';
import { previewBulkEmail, sendTestBulkEmail } from '#contract/bulk-emails/preview.ts';
import { placeholder } from '#contract/bulk-emails/placeholders.ts';
import { previewWords } from '#contract/bulk-emails/preview-texts.ts';
import { call, type DataOf } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatFileSize } from '#web/ui/format-file-size.ts';
import type { TypedBulkEmail } from './bulk-email-record.ts';
import { MailFrame } from './mail-frame.tsx';
import styles from './bulk-email-preview.module.css';

const ways = ['phone', 'desktop', 'text'] as const;

type Way = (typeof ways)[number];

interface Props {
  draft: () => TypedBulkEmail;
  /** Calls the listener after each change of the draft. Answers how to stop. */
  onTyped: (listener: () => void) => () => void;
}

/** How the bulk email looks to one recipient. product-rules 18.11. */
export function Preview({ draft, onTyped }: Props) {
  const { seen, find, setFind, show, busy, problem } = usePreview({ draft, onTyped });
  const [way, setWay] = useState<Way>('phone');
  const email = useRef<HTMLDivElement>(null);

  const isAsked = useRef(false);

  useEffect(() => {
    // It is above the button.
    if (isAsked.current) email.current?.scrollIntoView({ block: 'nearest' });
    isAsked.current = false;
  }, [seen]);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    isAsked.current = true;
    void show();
  }

  return (
    <Card title={previewWords.title}>
      {seen ? (
        <div ref={email} className={styles.email}>
          <PreviewFacts seen={seen} />
          <div className={styles.turning}>
            <RecipientTurner seen={seen} onTurn={(index) => void show(index)} />
            <div role="group" aria-label={previewWords.width} className={styles.ways}>
              {ways.map((each) => (
                <Button key={each} aria-pressed={way === each} onClick={() => setWay(each)}>
                  {previewWords[each]}
                </Button>
              ))}
            </div>
          </div>
          <Shown seen={seen} way={way} />
        </div>
      ) : (
        <p className={styles.hint}>{previewWords.hint}</p>
      )}
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
      <TestSend draft={() => ({ ...draft(), find, index: seen?.index ?? 0 })} />
    </Card>
  );
}

/** The shown recipient, and buttons for the previous and next one. */
function RecipientTurner({
  seen,
  onTurn,
}: {
  seen: PreviewState;
  onTurn: (index: number) => void;
}) {
  const { recipient, index, total } = seen;
  const name = recipient && `${recipient.name} <${recipient.email}>`;
  return (
    <>
      <Button off={index === 0} onClick={() => onTurn(index - 1)}>
        {previewWords.previous}
      </Button>
      <Button off={index + 1 >= total} onClick={() => onTurn(index + 1)}>
        {previewWords.next}
      </Button>
      <output className={styles.who}>
        {name === null ? previewWords.nobody : previewWords.who(index + 1, total, name)}
      </output>
    </>
  );
}

function Shown({ seen, way }: { seen: PreviewState; way: Way }) {
  if (way === 'text') return <pre className={styles.text}>{seen.text}</pre>;
  return <MailFrame title={previewWords.html} html={seen.html} isNarrow={way === 'phone'} />;
}

function PreviewFacts({ seen: { subject, size, empty } }: { seen: PreviewState }) {
  const missing = empty.map(({ name, count }) => bulkEmailWords.emptyFor(placeholder(name), count));
  return (
    <DefinitionList
      facts={[
        { label: bulkEmailWords.subject, value: subject },
        { label: previewWords.size, value: formatFileSize(size) },
        ...(missing.length > 0 ? [{ label: previewWords.empty, value: missing.join(', ') }] : []),
      ]}
    />
  );
}

interface TestSendProps {
  draft: () => TypedBulkEmail & { find: string; index: number };
}

/** Sends the bulk email to the administrator, marked as a test. */
function TestSend({ draft }: TestSendProps) {
  const { send, busy, error } = useCall(sendTestBulkEmail);
  const [typed, setTyped] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const isMailKept = useIsMailKept();

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAnnouncement('');
    const addresses = typed.split(/[\s,;]+/).filter((address) => address !== '');
    const outcome = await send({ body: { ...draft(), addresses } });
    if (!outcome.ok) return;
    const { testKept, testSent } = previewWords;
    setAnnouncement(isMailKept ? testKept : testSent(outcome.data.sentTo));
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={styles.form}>
      <TextField
        label={previewWords.testTo}
        hint={previewWords.testHint}
        optional
        inputMode="email"
        autoComplete="off"
        maxLength={1500}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" busy={busy}>
        {previewWords.test}
      </Button>
      <output className={styles.who}>{announcement}</output>
      <FormProblem message={error?.message ?? null} />
    </form>
  );
}

type PreviewState = DataOf<typeof previewBulkEmail>;

/** After typing has paused for this long, the preview is loaded again. */
const pauseMs = 800;

/** If the preview takes longer, it is loaded only when the user asks for it. */
const slowMs = 2000;

/** The preview is beside the form at this width, and follows what is typed. */
const isBeside = () => matchMedia('(min-width: 1200px)').matches;

/** Loads the email of one recipient; the shown one stays until it is loaded. */
function usePreview({ draft, onTyped }: Props) {
  const { send, busy, error } = useCall(previewBulkEmail);
  const [seen, setSeen] = useState<PreviewState | null>(null);
  const [find, setFind] = useState('');
  const following = useRef<AbortController>(null);
  const isSlow = useRef(false);

  async function show(index = 0) {
    following.current?.abort();
    const outcome = await send({ body: { ...draft(), find, index } });
    if (outcome.ok) setSeen(outcome.data);
  }

  const follow = useEffectEvent(async () => {
    if (busy || isSlow.current || (seen === null && !isBeside())) return;
    following.current?.abort();
    const typed = draft();
    if (typed.subject.trim() === '' || typed.content.trim() === '') return;
    const { signal } = (following.current = new AbortController());
    const start = performance.now();
    const body = { ...typed, find, index: seen?.index ?? 0 };
    try {
      const latest = await call(previewBulkEmail, { body, signal });
      if (signal.aborted) return;
      setSeen(latest);
      isSlow.current = performance.now() - start > slowMs;
    } catch {
      // Incomplete input is reported when the user saves it or presses Show preview.
    }
  });

  useEffect(() => {
    let timer = setTimeout(() => void follow());
    const stop = onTyped(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void follow(), pauseMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
      following.current?.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the form stays the same
  }, []);

  return { seen, find, setFind, show, busy, problem: error?.message ?? null };
}
