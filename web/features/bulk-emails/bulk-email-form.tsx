import { useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { paths } from '#web/app/paths.ts';
import type { ReadAgain } from '#web/forms/use-record-form.ts';
import { useNavigate } from '#web/app/router/use-router.ts';
import { Card } from '#web/ui/card.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RecordBar } from '#web/forms/record-bar.tsx';
import { AttachmentField } from './attachment-field.tsx';
import { EditorField } from './editor/editor-field.tsx';
import type { TextHandle } from './editor/editor.tsx';
import { Preview } from './preview.tsx';
import { ReplacementValues } from './replacement-values.tsx';
import { UnknownNames } from './unknown-names.tsx';
import { useInsert } from './use-insert.ts';
import styles from './bulk-email-form.module.css';
import { type Lists, valuesOfList } from './bulk-email-values.ts';
import { DraftNote } from './draft-note.tsx';
import type { Version } from './use-bulk-email.ts';
import { useBulkEmailForm } from './use-bulk-email-form.ts';

interface Props {
  lists: Lists;
  version?: Version;
  readAgain?: ReadAgain;
}

export function BulkEmailForm(props: Props) {
  const navigate = useNavigate();
  const edit = useBulkEmailForm(props);
  const { form, errors } = edit;
  const { errors: wrong } = form.formState;
  const text = useRef<TextHandle>(null);
  const content = useController({ control: form.control, name: 'content' }).field;
  const [isUploading, setUploading] = useState(false);
  const inputs = { subject: useRef<HTMLInputElement>(null), title: useRef<HTMLInputElement>(null) };
  const inserting = useInsert({
    inputOf: (field) => inputs[field].current,
    onTyped: (field, typed) => form.setValue(field, typed, { shouldDirty: true }),
    intoContent: (name) => text.current?.insert(name),
  });
  const [listId, subject, title] = form.watch(['communicationListId', 'subject', 'title']);
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

  async function save(body: Parameters<typeof edit.save>[0]) {
    if (isUploading) edit.setProblem(bulkEmailWords.waitForUpload);
    else await edit.save(body);
  }

  return (
    <div className={styles.both}>
      <form noValidate onSubmit={form.handleSubmit(save, errors.onInvalid)} className={styles.form}>
        <ErrorSummary {...errors.summary} />
        {edit.isRestored && edit.isChanged && <DraftNote onDiscard={edit.discard} />}
        <Card>
          <SelectField
            label={bulkEmailWords.sendTo}
            options={props.lists.map(({ id, name }) => ({ value: id, label: name }))}
            error={wrong.communicationListId?.message}
            {...form.register('communicationListId')}
          />
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
          <ReplacementValues values={values} onInsert={inserting.insert} told={inserting.told} />
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
            onUploading={setUploading}
            error={wrong.attachmentPath?.message}
          />
        </Card>
        <p className={styles.kept}>{edit.isChanged && edit.isKept && bulkEmailWords.draftKept}</p>
        <RecordBar
          isChanged={edit.isChanged}
          problem={edit.problem}
          stale={edit.stale}
          isMerged={edit.isMerged}
          submit="Save"
          busy={edit.saving}
          onCancel={() => void navigate(backToList(paths.bulkEmails()))}
        />
      </form>
      <Preview draft={() => form.getValues()} />
    </div>
  );
}
