import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import type { InputOf } from '#contract/endpoint.ts';
import { bookMoneyLine, type MoneyLine } from '#contract/bank-matching/endpoints.ts';
import { matchingWords as words } from '#contract/bank-matching/page-texts.ts';
import { useCall } from '#web/api/use-call.ts';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { paths } from '#web/app/paths.ts';
import type { List } from '#web/lists/list-shape.ts';
import { useNotify } from '#web/ui/notices.tsx';

type Parts = InputOf<typeof bookMoneyLine>['body']['parts'];

const doubleClickMs = 500;

/** When a row was booked, and the rows below it may have moved up. */
let movedAt = Number.NEGATIVE_INFINITY;

/** A click right after the rows moved is the second one of a double click on the row before. */
export function isMeantForRowBefore({ detail }: MouseEvent): boolean {
  const isOfPointer = detail > 0;
  return isOfPointer && performance.now() - movedAt < doubleClickMs;
}

/**
 * Books a row with one press, and is busy until the rows are reloaded. The notice leads to where it
 * is undone.
 */
export function useBookLine({ id }: MoneyLine, list: List) {
  const { send } = useCall(bookMoneyLine);
  const { run, busy } = useOneAtATime();
  const noteBooked = useNoteBooked();
  const isReloading = useRef(false);
  useLayoutEffect(
    () => () => {
      // With the row, so before anybody can press what has taken its place.
      if (isReloading.current) movedAt = performance.now();
    },
    [],
  );

  async function book(parts: Parts, what: string) {
    list.fail(null);
    const outcome = await send({ params: { id }, body: { parts } });
    if (outcome.ok) noteBooked(id, what);
    else if (outcome.error) list.fail(outcome.error.message);
    else return;
    // Also after a refusal: somebody else may have booked it.
    isReloading.current = true;
    await list.removed(id);
    isReloading.current = false;
    movedAt = performance.now();
  }

  return { book: (parts: Parts, what: string) => run(() => book(parts, what)), busy };
}

/** One notice at a time: many lines are booked one after the other. */
export function useNoteBooked() {
  const notify = useNotify();
  return (id: string, what: string) =>
    notify.success(words.booked(what), {
      label: words.undo,
      to: paths.bankLine(id),
      replaces: 'booked line',
    });
}
