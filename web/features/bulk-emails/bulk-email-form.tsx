import { CircleAlert } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { bulkEmailWords } from '#contract/bulk-emails/texts.ts';
import { bulkEmailTexts } from '#contract/bulk-emails/endpoints.ts';
import { placeholder, unknownPlaceholders } from '#contract/bulk-emails/placeholders.ts';
import { RecordForm } from '#web/forms/record-form.tsx';
import type { ReadAgain } from '#web/forms/use-record-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { AttachmentField } from './attachment.tsx';
import { AudienceCount } from './audience-count.tsx';
import { ProcessButton } from './bulk-email-controls.tsx';
import styles from './bulk-email-form.module.css';
import { type Lists, valuesOfList, type LoadedBulkEmail } from './bulk-email-record.ts';
import { EditorField } from './editor/editor-field.tsx';
import type { TextHandle } from './editor/editor.tsx';
import { Preview } from './bulk-email-preview.tsx';
import { useBulkEmailForm } from './use-bulk-email-form.ts';

interface Props {
  lists: Lists;
  /** Of a new one: the saved search that it is for. */
  sendTo?: string | undefined;
  loaded?: LoadedBulkEmail;
  readAgain?: ReadAgain;
}

export function BulkEmailForm(props: Props) {
  const edit = useBulkEmailForm(props);
  const { form } = edit;
  const { errors: wrong } = form.formState;
  const text = useRef<TextHandle>(null);
  const content = useController({ control: form.control, name: 'content' }).field;
  const inputs = { subject: useRef<HTMLInputElement>(null), title: useRef<HTMLInputElement>(null) };
  const inserting = useInsert({
    inputOf: (field) => inputs[field].current,
    onTyped: (field, typed) => form.setValue(field, typed, { shouldDirty: true }),
    intoContent: (name) => text.current?.insert(name),
  });
  const [listId, isAppeal, subject, title] = form.watch([
    'communicationListId',
    'isAppeal',
    'subject',
    'title',
  ]);
  const values = valuesOfList(props.lists, listId);
  const known = Object.keys(values);

  function line(name: 'subject' | 'title') {
    const { ref, ...field } = form.register(name);
    return {
      ...field,
      ref: (input: HTMLInputElement | null) => {
        ref(input);
        inputs[name].current = input;
      },
      error: wrong[name]?.message,
      maxLength: 200,
      autoComplete: 'off',
      onFocus: () => inserting.focused(name),
    };
  }

  return (
    <div className={styles.both}>
      <RecordForm
        edit={edit}
        className={styles.form}
        isQuiet={props.loaded !== undefined}
        besideSave={
          props.loaded && (
            <ProcessButton
              bulkEmail={props.loaded.bulkEmail}
              etag={props.loaded.etag}
              hindrance={edit.unsaved}
              kind={edit.isChanged ? 'secondary' : 'primary'}
              onFail={edit.setProblem}
              onDone={async () => props.readAgain?.()}
            />
          )
        }
      >
        {props.loaded && <p>{bulkEmailWords.notSentYet}</p>}
        {edit.isRestored && edit.isChanged && <DraftNote onDiscard={edit.discard} />}
        <Card>
          <SelectField
            label={bulkEmailWords.sendTo}
            hint={bulkEmailWords.sendToHint}
            options={props.lists.map(({ id, name }) => ({ value: id, label: name }))}
            error={wrong.communicationListId?.message}
            {...form.register('communicationListId')}
          />
          <AudienceCount listId={listId} isAppeal={isAppeal} />
          <CheckboxField
            label={bulkEmailWords.appealLabel}
            hint={bulkEmailWords.appealHint}
            {...form.register('isAppeal')}
          />
          <TextField
            label={bulkEmailWords.subject}
            hint={bulkEmailWords.subjectHint}
            {...line('subject')}
          />
          <TextField
            label={bulkEmailWords.title}
            hint={bulkEmailWords.titleHint}
            optional
            {...line('title')}
          />
          <ReplacementValues
            values={values}
            onInsert={inserting.insert}
            announcement={inserting.announcement}
          />
          <EditorField
            label={bulkEmailWords.content}
            error={wrong.content?.message}
            html={content.value}
            known={known}
            onChange={content.onChange}
            onFocus={() => inserting.focused('content')}
            onReady={(handle) => {
              text.current = handle;
              content.ref(handle);
            }}
          />
          <UnknownNames known={known} texts={[subject, title, content.value]} />
          <AttachmentField
            attached={edit.attached}
            onChange={edit.attach}
            onUploading={edit.setUploading}
            error={wrong.attachmentPath?.message}
          />
        </Card>
        <p className={styles.kept}>{edit.isChanged && edit.hasDraft && bulkEmailWords.draftKept}</p>
      </RecordForm>
      <div className={styles.preview}>
        <Preview
          draft={() => form.getValues()}
          onTyped={(listener) =>
            form.subscribe({ formState: { values: true }, callback: listener })
          }
        />
      </div>
    </div>
  );
}

/** Says that a draft was restored, and offers to discard it. */
function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div role="status" className={styles.note}>
      <p>{bulkEmailWords.draftBack}</p>
      <Button onClick={onDiscard}>{bulkEmailWords.discardDraft}</Button>
    </div>
  );
}

interface UnknownNamesProps {
  known: readonly string[];
  texts: readonly string[];
}

/** Shows unknown placeholders while typing, long before Save refuses them. */
function UnknownNames({ known, texts }: UnknownNamesProps) {
  const names = unknownPlaceholders(known, ...texts);
  return (
    <div role="status" className={styles.unknown}>
      {names.length > 0 && (
        <>
          <CircleAlert aria-hidden size={20} />
          <p>{bulkEmailTexts.unknown(names)}</p>
        </>
      )}
    </div>
  );
}

/** The names come first, then everything else. */
const order = ['Title', 'FirstName', 'LastName', 'MembershipNumber', 'MemberType', 'ValidUntil'];

interface ReplacementValuesProps {
  values: Readonly<Record<string, string>>;
  onInsert: (name: string) => void;
  announcement: string;
}

/** A button per placeholder of the chosen list; it inserts it into the text. product-rules 18.9. */
function ReplacementValues({ values, onInsert, announcement }: ReplacementValuesProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={styles.values}>
      <p id={id} className={styles.label}>
        {bulkEmailWords.replacements}
      </p>
      <p className={styles.hint}>{bulkEmailWords.replacementsHint}</p>
      <ul className={styles.list}>
        {inOrder(values).map(([name, words]) => (
          <li key={name}>
            <Button
              title={words}
              aria-label={`${bulkEmailWords.insert(placeholder(name))}, ${words}`}
              // The caret keeps its place until the placeholder is inserted.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onInsert(name)}
              className={styles.value}
            >
              {placeholder(name)}
            </Button>
          </li>
        ))}
      </ul>
      <output className="visually-hidden">{announcement}</output>
    </div>
  );
}

function inOrder(values: ReplacementValuesProps['values']): [string, string][] {
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(values).toSorted(([one], [other]) => placeOf(one) - placeOf(other));
}

/** The fields that take placeholders. */
type Insertable = 'subject' | 'title' | 'content';

const names: Readonly<Record<Insertable, string>> = {
  subject: bulkEmailWords.subject,
  title: bulkEmailWords.title,
  content: bulkEmailWords.content,
};

interface InsertOptions {
  /** The inputs' own elements. */
  inputOf: (field: 'subject' | 'title') => HTMLInputElement | null;
  onTyped: (field: 'subject' | 'title', text: string) => void;
  /** The rich text editor takes the focus itself. */
  intoContent: (name: string) => void;
}

/**
 * Inserts a placeholder at the last caret position, in the field that had the focus last; at first
 * the content.
 */
function useInsert({ inputOf, onTyped, intoContent }: InsertOptions) {
  const last = useRef<Insertable>('content');
  const [announcement, setAnnouncement] = useState('');

  function insert(name: string) {
    const field = last.current;
    if (field === 'content') intoContent(name);
    else intoInput(field, placeholder(name));
    setAnnouncement(bulkEmailWords.inserted(name, names[field]));
  }

  function intoInput(field: 'subject' | 'title', text: string) {
    const input = inputOf(field);
    if (!input) return;
    const end = input.value.length;
    input.setRangeText(text, input.selectionStart ?? end, input.selectionEnd ?? end, 'end');
    onTyped(field, input.value);
    input.focus();
  }

  return {
    insert,
    /** Announced after an insertion. */
    announcement,
    focused: (field: Insertable) => {
      last.current = field;
    },
  };
}
