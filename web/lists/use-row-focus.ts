import { useEffect, useRef } from 'react';
import { takeOpened } from './list-memory.ts';

/** Keeps the focus near its place when rows are removed, and when the user returns to the list. */
export function useRowFocus(path: string, loaded: boolean) {
  const body = useRef<HTMLTableSectionElement>(null);
  const returned = useRef(false);

  useEffect(() => {
    if (!loaded || returned.current) return;
    returned.current = true;
    const id = takeOpened(path);
    const row = id && body.current?.querySelector(`[data-row="${CSS.escape(id)}"]`);
    if (row instanceof HTMLElement) focusIn(row);
  }, [loaded, path]);

  const placeOf = (id: string) =>
    rowsIn(body.current).findIndex((row) => row.dataset['row'] === id);

  /** The row now at that position, or the last one, or the heading. */
  function focusPlace(place: number) {
    const rows = rowsIn(body.current);
    const row = rows[Math.min(Math.max(place, 0), rows.length - 1)];
    if (row) focusIn(row);
    else document.querySelector('h1')?.focus();
  }

  return { body, placeOf, focusPlace };
}

function rowsIn(body: HTMLTableSectionElement | null): HTMLElement[] {
  return [...(body?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
}

function focusIn(row: HTMLElement) {
  const action = row.querySelector<HTMLElement>('[data-actions] :is(a, button)');
  (action ?? row.querySelector<HTMLElement>('a, button'))?.focus();
}
