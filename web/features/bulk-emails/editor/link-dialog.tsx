import { type KeyboardEvent, useRef, useState } from 'react';
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
  const address = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(place.address);
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);

  function save() {
    const found = linkAddress(typed);
    setWrong(found === null);
    if (found === null) address.current?.focus();
    else onSave(found, text.trim());
  }

  /** No form of its own: the one of the email is around it. */
  function saveByEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    save();
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
          <Button kind="primary" onClick={save}>
            {editorWords.saveLink}
          </Button>
        </>
      }
    >
      <div className={styles.link}>
        {place.length === 0 && (
          <TextField
            label={editorWords.linkText}
            hint={editorWords.linkTextHint}
            optional
            autoComplete="off"
            maxLength={200}
            value={text}
            onKeyDown={saveByEnter}
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
          onKeyDown={saveByEnter}
          onChange={({ target }) => {
            setTyped(target.value);
            setWrong(false);
          }}
        />
      </div>
    </Dialog>
  );
}
