import { useIsMailKept } from '#web/api/menu-counts.ts';
import { bulkEmailWords } from '#contract/bulk-emails/texts.ts';
import { type BulkEmail, bulkEmailTexts, getBulkEmail } from '#contract/bulk-emails/endpoints.ts';
import {
  bulkRunTexts,
  countRecipients,
  pauseBulkEmail,
  processBulkEmail,
  resumeBulkEmail,
  stopBulkEmail,
} from '#contract/bulk-emails/sending.ts';
import { placeholder } from '#contract/bulk-emails/placeholders.ts';
import type { ApiError } from '#web/api/api-error.ts';
import type { DataOf } from '#web/api/call.ts';
import { type Calling, useCall } from '#web/api/use-call.ts';
import { RowButton } from '#web/lists/row-actions.tsx';
import { Button } from '#web/ui/button.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { bulkEmailName } from './bulk-email-name.ts';
import { isPending, isUnderWay } from './bulk-email-status.ts';
import { formatDuration } from './format-duration.ts';

interface Props extends ControlCallbacks {
  bulkEmail: BulkEmail;
}

/** Process for a draft; Pause or Resume while it is being sent. */
export function SendingButton({ bulkEmail, ...callbacks }: Props) {
  const name = bulkEmailName(bulkEmail);
  const process = useProcess(bulkEmail, callbacks);
  const run = useRunControls(bulkEmail, callbacks);
  if (isPending(bulkEmail)) {
    return (
      <RowButton
        name={name}
        busy={process.busy}
        needs="mail.write"
        onClick={() => void process.askAndProcess()}
      >
        {bulkEmailTexts.process}
      </RowButton>
    );
  }
  if (!isUnderWay(bulkEmail)) return null;
  const isResting = bulkEmail.isPaused || bulkEmail.isHeld;
  return isResting ? (
    <RowButton name={name} busy={run.busy} needs="mail.write" onClick={() => void run.resume()}>
      {bulkEmailWords.resume}
    </RowButton>
  ) : (
    <RowButton name={name} busy={run.busy} needs="mail.write" onClick={() => void run.pause()}>
      {bulkEmailWords.pause}
    </RowButton>
  );
}

interface ProcessProps extends Props {
  /** The version that the page shows; another one is not sent. */
  etag: string | undefined;
  /** Why it cannot be sent yet, such as unsaved changes. */
  hindrance: string | null;
  kind: 'primary' | 'secondary';
}

/** Process on the page of a draft, beside Save. */
export function ProcessButton({ bulkEmail, etag, hindrance, kind, ...callbacks }: ProcessProps) {
  const process = useProcess(bulkEmail, callbacks, etag);
  function press() {
    if (hindrance === null) void process.askAndProcess();
    else callbacks.onFail(hindrance);
  }
  return (
    <Button kind={kind} busy={process.busy} needs="mail.write" onClick={press}>
      {bulkEmailTexts.process}
    </Button>
  );
}

/** Ends the sending before all recipients have got the email. */
export function StopButton({ bulkEmail, ...callbacks }: Props) {
  const run = useRunControls(bulkEmail, callbacks);
  if (!isUnderWay(bulkEmail)) return null;
  return (
    <RowButton
      name={bulkEmailName(bulkEmail)}
      busy={run.busy}
      needs="mail.write"
      onClick={() => void run.askAndStop()}
    >
      {bulkEmailWords.stop}
    </RowButton>
  );
}

type RunControls = Calling<typeof pauseBulkEmail | typeof resumeBulkEmail | typeof stopBulkEmail>;

/** Pause, resume and stop. */
function useRunControls(bulkEmail: BulkEmail, { onFail, onDone }: ControlCallbacks) {
  const confirm = useConfirm();
  const notify = useNotify();
  const pausing = useCall(pauseBulkEmail);
  const resuming = useCall(resumeBulkEmail);
  const stopping = useCall(stopBulkEmail);
  const input = { params: { id: bulkEmail.id } };

  async function conduct({ send }: Pick<RunControls, 'send'>, done: string) {
    onFail(null);
    const outcome = await send(input);
    if (outcome.ok) notify.success(done);
    else if (outcome.error && outcome.error.status !== 401) onFail(outcome.error.message);
    await onDone();
  }

  async function askAndStop() {
    const sure = await confirm({
      title: `${bulkEmailWords.stop} ${bulkEmailName(bulkEmail)}`,
      body: bulkRunTexts.askStop,
      confirm: bulkEmailWords.stop,
      cancel: 'No, cancel',
      danger: true,
    });
    if (sure) await conduct(stopping, bulkEmailWords.stopped);
  }

  return {
    busy: pausing.busy || resuming.busy || stopping.busy,
    pause: () => conduct(pausing, bulkEmailWords.paused),
    resume: () => conduct(resuming, bulkEmailWords.resumed),
    askAndStop,
  };
}

interface ControlCallbacks {
  /** The server's refusal; null before each call. */
  onFail: (message: string | null) => void;
  /** Called when done, or refused because someone else changed it: reload the bulk email. */
  onDone: () => Promise<unknown>;
}

/** Confirms with the current number of recipients, then starts sending. product-rules 18.12. */
function useProcess(bulkEmail: BulkEmail, { onFail, onDone }: ControlCallbacks, etag?: string) {
  const confirm = useConfirm();
  const notify = useNotify();
  const isMailKept = useIsMailKept();
  const reading = useCall(getBulkEmail);
  const counting = useCall(countRecipients);
  const processing = useCall(processBulkEmail);
  const input = { params: { id: bulkEmail.id } };

  async function askAndProcess() {
    onFail(null);
    // Another administrator may have changed it since the list was loaded.
    const read = await reading.send(input);
    if (!read.ok) return refuse(read.error);
    const counted = await counting.send(input);
    if (!counted.ok) return refuse(counted.error);
    if (counted.data.toSend === 0) onFail(bulkEmailTexts.nobody);
    else if (await isSure(read.data, counted.data)) await begin(etag ?? read.etag);
  }

  function isSure(current: BulkEmail, count: Count): Promise<boolean> {
    return confirm({
      title: bulkEmailTexts.process,
      body: <ProcessQuestion bulkEmail={current} count={count} isMailKept={isMailKept} />,
      confirm: bulkEmailTexts.process,
      cancel: 'No, cancel',
    });
  }

  /** Refused if it is no longer what the question showed. */
  async function begin(ifMatch: string | undefined) {
    const outcome = await processing.send({ ...input, ifMatch });
    if (!outcome.ok) {
      await refuse(outcome.error);
      return;
    }
    notify.success(isMailKept ? bulkEmailWords.noServer : bulkEmailWords.started);
    await onDone();
  }

  async function refuse(error: ApiError | null) {
    if (error === null || error.status === 401) return;
    onFail(error.message);
    await onDone();
  }

  return { busy: reading.busy || counting.busy || processing.busy, askAndProcess };
}

type Count = DataOf<typeof countRecipients>;

interface ProcessQuestionProps {
  bulkEmail: BulkEmail;
  count: Count;
  isMailKept: boolean;
}

/** What will be sent, and to how many: it cannot be undone. */
function ProcessQuestion({ bulkEmail, count, isMailKept }: ProcessQuestionProps) {
  const { subject, communicationListName } = bulkEmail;
  const { toSend } = count;
  const leftOut = bulkEmailWords.leftOutOf(count);
  const facts: Fact[] = [
    { label: bulkEmailWords.subject, value: subject },
    { label: bulkEmailWords.sendTo, value: communicationListName },
    { label: bulkEmailWords.willGet, value: toSend },
    ...(leftOut ? [{ label: bulkEmailWords.leftOut, value: leftOut }] : []),
    ...pace(count),
    ...emptyValues(count),
  ];
  return (
    <>
      <p>{bulkEmailTexts.askProcess}</p>
      <DefinitionList facts={facts} />
      <p>{isMailKept ? bulkEmailWords.noServer : bulkEmailWords.noUndo}</p>
    </>
  );
}

function pace({ perMinute, perDay, minutes }: Count): Fact[] {
  const limits = [perMinute && `${perMinute} a minute`, perDay && `${perDay} a day`].filter(
    Boolean,
  );
  if (limits.length === 0) return [];
  const facts: Fact[] = [{ label: bulkEmailWords.limits, value: limits.join(', ') }];
  if (minutes) facts.push({ label: bulkEmailWords.lasts, value: formatDuration(minutes) });
  return facts;
}

/** Placeholders that some recipients have no value for. */
function emptyValues({ empty }: Count): Fact[] {
  if (empty.length === 0) return [];
  const words = empty.map(({ name, count }) => bulkEmailWords.emptyFor(placeholder(name), count));
  return [{ label: bulkEmailWords.emptyValues, value: words.join(', ') }];
}
