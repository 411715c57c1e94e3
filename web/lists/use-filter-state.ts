import { useState } from 'react';
import { isChip } from './filter-chips.tsx';
import type { Filter } from './list-shape.ts';

type Values = Readonly<Record<string, string>>;

interface Options {
  filters: readonly Filter<string>[];
  /** The filters in the address, with the words of the search box. */
  applied: Values;
  onSearch: (values: Values) => void;
  onClear: () => void;
}

/** What is typed into the search box and the filters, and whether the filters are open. */
export function useFilterState({ filters, applied, onSearch, onClear }: Options) {
  const fields = filters.filter(({ kind }) => !isChip(kind));
  const active = fields.filter(({ name }) => applied[name] !== undefined);
  const [draft, setDraft] = useState(applied);
  const [isOpen, setOpen] = useState(() => active.length > 0 && hasRoom());

  const address = new URLSearchParams(applied).toString();
  const [seen, setSeen] = useState(address);
  const set = active.map(({ name }) => `${name}=${applied[name]}`).join('&');
  const [seenSet, setSeenSet] = useState(set);
  if (seen !== address) {
    setSeen(address);
    setDraft(applied);
  }
  if (seenSet !== set) {
    setSeenSet(set);
    // A link has set a filter. On phones the rows are more important.
    if (active.length > 0 && hasRoom()) setOpen(true);
  }

  function search(values: Values) {
    onSearch(values);
    if (!hasRoom()) setOpen(false);
  }

  return {
    fields,
    activeCount: active.length,
    draft,
    isOpen,
    toggle: () => setOpen(!isOpen),
    change: (name: string, value: string) => setDraft({ ...draft, [name]: value }),
    /** Searches for the draft, with one field changed at once. */
    search: (name?: string, value = '') =>
      search(name === undefined ? draft : { ...draft, [name]: value }),
    clear: () => {
      setDraft({});
      onClear();
      if (!hasRoom()) setOpen(false);
    },
  };
}

export type FilterState = ReturnType<typeof useFilterState>;

/** Wider than a phone. */
export function hasRoom(): boolean {
  return matchMedia('(min-width: 720px)').matches;
}
