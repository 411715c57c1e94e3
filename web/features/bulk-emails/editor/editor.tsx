import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styles from './editor.module.css';
import { LinkDialog } from './link-dialog.tsx';
import { type Editing, type LinkPlace, mountEditor } from './mount-editor.ts';

/** What others may do to the text while it is being written. */
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
  /** Called with null when it is gone. */
  onReady: (handle: TextHandle | null) => void;
}

export function Editor(props: EditorProps) {
  const { labelledBy, describedBy, isInvalid, html } = props;
  const host = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [link, setLink] = useState<LinkPlace | null>(null);
  /** What it has told last: coming back from the form, that is nothing new. */
  const told = useRef<string>(null);

  const changed = useEffectEvent((now: string) => {
    told.current = now;
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
    told.current = null;
    setEditing(mounted);
    tellReady(mounted);
    return () => {
      tellReady(null);
      element.replaceChildren();
    };
  }, []);

  useEffect(() => {
    if (editing === null || html === told.current) return;
    told.current = html;
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
