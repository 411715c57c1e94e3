import { type DragEvent, useRef, useState } from 'react';
import { importWords as words } from '#contract/imports/texts.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Field, useFieldTies } from '#web/ui/fields/field.tsx';
import input from '#web/ui/fields/file-input.module.css';
import styles from './imports.module.css';

interface Props {
  hint: string;
  /** Endings. */
  accept: string;
  onChoose: (file: File | null) => void;
  error: string;
}

/** A file input that is also a place to drop a file. */
export function FileField({ hint, accept, onChoose, error }: Props) {
  const element = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const ties = useFieldTies({ hint, error });

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const { files } = event.dataTransfer;
    if (files.length === 0 || element.current === null) return;
    // So that the input shows the name.
    element.current.files = files;
    onChoose(files[0] ?? null);
  }

  return (
    <div
      className={classNames(styles.drop, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Field id={ties.id} label={words.file} hint={hint}>
        <input
          {...ties}
          aria-describedby={`${ties.id}-hint`}
          ref={element}
          type="file"
          accept={accept}
          onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
          className={input.input}
        />
      </Field>
    </div>
  );
}
