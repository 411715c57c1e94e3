import type { InputOf } from '#contract/endpoint.ts';
import { bookMoneyLine, type MoneyLine } from '#contract/bank-matching/endpoints.ts';
import { matchingWords as words } from '#contract/bank-matching/page-texts.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import type { List } from '#web/lists/list-shape.ts';
import { useNotify } from '#web/ui/notices.tsx';

type Parts = InputOf<typeof bookMoneyLine>['body']['parts'];

/** Books a row with one press. The notice leads to where it is undone. */
export function useBookLine({ id }: MoneyLine, list: List) {
  const { send, busy } = useCall(bookMoneyLine);
  const noteBooked = useNoteBooked();

  async function book(parts: Parts, what: string) {
    list.fail(null);
    const outcome = await send({ params: { id }, body: { parts } });
    if (outcome.ok) noteBooked(id, what);
    else if (outcome.error) list.fail(outcome.error.message);
    else return;
    // Also after a refusal: somebody else may have booked it.
    await list.removed(id);
  }

  return { book, busy };
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
