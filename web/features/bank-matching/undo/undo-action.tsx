import type { MoneyLine } from '#contract/bank-matching/endpoints.ts';
import { matchingWords as words } from '#contract/bank-matching/page-texts.ts';
import { paths } from '#web/app/paths.ts';
import type { List } from '#web/lists/list-shape.ts';
import { RowActions, RowButton, RowLink } from '#web/lists/row-actions.tsx';
import { useUndoMatch } from './use-undo-match.tsx';

interface Props {
  name: string;
  line: MoneyLine;
  list: List;
}

/** Of a booked line. */
export function UndoAction({ name, line, list }: Props) {
  const { id, matches } = line;
  const undoing = useUndoMatch({ onDone: () => list.removed(id), onRefused: list.fail });
  const living = matches.filter(({ undoneUtc }) => undoneUtc === null);
  const [only, ...others] = living;
  // Several parts are undone on the page of the line, each by itself.
  if (only === undefined || others.length > 0) {
    return (
      <RowLink name={name} to={paths.bankLine(id)}>
        {words.undo}
      </RowLink>
    );
  }
  return (
    <>
      <RowActions
        name={name}
        main={
          <RowButton name={name} onClick={() => undoing.ask(only, line.amount > 0)}>
            {words.undo}
          </RowButton>
        }
      />
      {undoing.dialog}
    </>
  );
}
