import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useCharacterKey } from '#web/ui/character-keys.ts';
import { takeOpened } from '#web/app/router/list-memory.ts';

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

  const step = (by: 1 | -1) => rowBeside(body.current, by)?.focus();
  useCharacterKey('j', () => step(1));
  useCharacterKey('k', () => step(-1));

  return { body, placeOf, focusPlace };
}

/** The row after or before the one with the focus; without one, the first. */
function rowBeside(body: HTMLTableSectionElement | null, by: 1 | -1): HTMLElement | undefined {
  const rows = rowsIn(body);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  return rows[at === -1 ? 0 : at + by];
}

/** On a row or a control in it: arrows move to the next row, and Enter opens the record. */
export function pressInRow(event: KeyboardEvent<HTMLTableRowElement>): void {
  const { key, target, currentTarget: row } = event;
  const isControl = target instanceof HTMLElement && target.matches('a, button, [role=menu] *');
  if (key === 'Enter' && !isControl) openRecord(row);
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  // The button of a menu opens it with an arrow.
  if (event.defaultPrevented || (target instanceof HTMLElement && target.closest('[role=menu]')))
    return;
  const beside = key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  if (!(beside instanceof HTMLElement)) return;
  event.preventDefault();
  beside.focus();
}

/** By its link, which may be in the menu; a row without one by its first action. */
function openRecord(row: HTMLElement): void {
  const ways = ['[data-actions] a', '[data-actions] button', 'a'];
  const way = ways
    .map((each) => row.querySelector<HTMLElement>(each))
    .find((each) => each !== null);
  way?.click();
}

function rowsIn(body: HTMLTableSectionElement | null): HTMLElement[] {
  return [...(body?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
}

function focusIn(row: HTMLElement) {
  const action = row.querySelector<HTMLElement>('[data-actions] :is(a, button)');
  (action ?? row.querySelector<HTMLElement>('a, button'))?.focus();
}
