import { useRef, useState } from 'react';
import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import { placeholder } from '#contract/placeholders.ts';

/** The fields that take placeholders. */
export type Insertable = 'subject' | 'title' | 'content';

const names: Readonly<Record<Insertable, string>> = {
  subject: bulkEmailWords.subject,
  title: bulkEmailWords.title,
  content: bulkEmailWords.content,
};

interface Ways {
  /** The inputs' own elements. */
  inputOf: (field: 'subject' | 'title') => HTMLInputElement | null;
  onTyped: (field: 'subject' | 'title', text: string) => void;
  /** Into the rich text; it takes the focus itself. */
  intoContent: (name: string) => void;
}

/** Puts a placeholder where the caret was, in whichever field had it last; the content to begin with. */
export function useInsert({ inputOf, onTyped, intoContent }: Ways) {
  const last = useRef<Insertable>('content');
  const [told, setTold] = useState('');

  function insert(name: string) {
    const field = last.current;
    if (field === 'content') intoContent(name);
    else intoInput(field, placeholder(name));
    setTold(bulkEmailWords.inserted(name, names[field]));
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
    /** Said aloud after an insertion. */
    told,
    focused: (field: Insertable) => {
      last.current = field;
    },
  };
}
