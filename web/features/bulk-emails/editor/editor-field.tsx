import { lazy, Suspense } from 'react';
import { editorWords } from '#contract/bulk-emails/editor-texts.ts';
import { FieldError, type FieldWords, useFieldTies } from '#web/ui/fields/field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './editor-field.module.css';
import type { EditorProps } from './editor.tsx';

// The largest part of the page; it loads while the user fills in the fields above.
const Editor = lazy(async () => ({ default: (await import('./editor.tsx')).Editor }));

type Props = Pick<FieldWords, 'label' | 'error'> &
  Omit<EditorProps, 'labelledBy' | 'describedBy' | 'isInvalid'>;

export function EditorField({ label, error = '', ...editor }: Props) {
  const { id, ...ties } = useFieldTies({ error });
  return (
    <div className={styles.field}>
      <p id={`${id}-label`} className={styles.label}>
        {label}
      </p>
      <div className={styles.place}>
        <Suspense fallback={<Spinner label={editorWords.loading} />}>
          <Editor
            {...editor}
            labelledBy={`${id}-label`}
            describedBy={ties['aria-describedby']}
            isInvalid={error !== ''}
          />
        </Suspense>
      </div>
      <FieldError id={id} error={error} />
    </div>
  );
}
