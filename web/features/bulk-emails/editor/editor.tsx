import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { editorWords } from '#contract/bulk-emails/editor-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './editor.module.css';
import { linkAddress } from './link-address.ts';
import { type Editing, type LinkPlace, mountEditor } from './mount-editor.ts';

/** What the form can do with the editor. */
export type TextHandle = Pick<Editing, 'focus' | 'insert'>;

export interface EditorProps {
  /** The id of its label, and of what describes it. */
  labelledBy: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  html: string;
  /** The placeholders that the chosen list can fill. */
  known: readonly string[];
  onChange: (html: string) => void;
  onFocus: () => void;
  /** Called with null on unmount. */
  onReady: (handle: TextHandle | null) => void;
}

export function Editor(props: EditorProps) {
  const { labelledBy, describedBy, isInvalid, html } = props;
  const host = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [link, setLink] = useState<LinkPlace | null>(null);
  /** The last reported value: the form setting the same value is no change. */
  const reported = useRef<string>(null);

  const changed = useEffectEvent((now: string) => {
    reported.current = now;
    props.onChange(now);
  });
  const focused = useEffectEvent(() => props.onFocus());
  const mount = useEffectEvent((element: HTMLElement) =>
    mountEditor(element, {
      isKnown: (name) => props.known.includes(name),
      onChange: changed,
      onFocus: focused,
      onLink: setLink,
    }),
  );
  const tellReady = useEffectEvent((ready: TextHandle | null) => props.onReady(ready));

  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const mounted = mount(element);
    reported.current = null;
    setEditing(mounted);
    tellReady(mounted);
    return () => {
      tellReady(null);
      element.replaceChildren();
    };
  }, []);

  useEffect(() => {
    if (editing === null || html === reported.current) return;
    reported.current = html;
    editing.show(html);
  }, [editing, html]);

  useEffect(() => {
    if (editing === null) return;
    const about: Record<string, string | undefined> = {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-required': 'true',
      'aria-labelledby': labelledBy,
      'aria-describedby': describedBy,
      'aria-invalid': isInvalid ? 'true' : undefined,
    };
    for (const [name, value] of Object.entries(about)) {
      if (value === undefined) editing.root.removeAttribute(name);
      else editing.root.setAttribute(name, value);
    }
  }, [editing, labelledBy, describedBy, isInvalid]);

  return (
    <>
      <div ref={host} className={styles.editor} data-invalid={isInvalid || undefined} />
      {link && editing && (
        <LinkDialog
          place={link}
          onClose={() => setLink(null)}
          onSave={(address, text) => {
            setLink(null);
            editing.link(link, address, text);
          }}
        />
      )}
    </>
  );
}

interface Props {
  place: LinkPlace;
  onClose: () => void;
  /** '' removes the link; the text is used if nothing is selected. */
  onSave: (address: string, text: string) => void;
}

function LinkDialog({ place, onClose, onSave }: Props) {
  const address = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(place.address);
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);

  function save() {
    const checked = linkAddress(typed);
    setWrong(checked === null);
    if (checked === null) address.current?.focus();
    else onSave(checked, text.trim());
  }

  /** No form element: it is inside the form of the bulk email. */
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
          <Button onClick={onClose}>No, cancel</Button>
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
