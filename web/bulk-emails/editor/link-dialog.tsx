import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { editorWords } from '#contract/editor-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './editor.module.css';
import { linkAddress } from './link-address.ts';
import type { LinkPlace } from './mount-editor.ts';

interface Props {
  place: LinkPlace;
  onClose: () => void;
  /** '' takes the link away; the text is for a place where none is selected. */
  onSave: (address: string, text: string) => void;
}

export function LinkDialog({ place, onClose, onSave }: Props) {
  const formId = useId();
  const address = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(place.address);
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    // The form of the email is around it, in React's eyes.
    event.stopPropagation();
    const found = linkAddress(typed);
    setWrong(found === null);
    if (found === null) address.current?.focus();
    else onSave(found, text.trim());
  }

  return (
    <Dialog
      title={place.address === '' ? editorWords.addLink : editorWords.changeLink}
      startAt={address}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {place.address !== '' && (
            <Button onClick={() => onSave('', '')}>{editorWords.removeLink}</Button>
          )}
          <Button type="submit" form={formId} kind="primary">
            {editorWords.saveLink}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className={styles.link}>
        {place.length === 0 && (
          <TextField
            label={editorWords.linkText}
            hint={editorWords.linkTextHint}
            optional
            autoComplete="off"
            maxLength={200}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <TextField
          ref={address}
          label={editorWords.linkAddress}
          hint={editorWords.linkHint}
          error={isWrong ? editorWords.badLink : ''}
          inputMode="url"
          autoComplete="off"
          maxLength={1000}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setWrong(false);
          }}
        />
      </form>
    </Dialog>
  );
}
