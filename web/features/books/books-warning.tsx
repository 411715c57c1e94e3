import { Link } from 'react-router';
import { bookTexts, failuresOf } from '#contract/books/endpoints.ts';
import { formatMoment } from '#contract/days.ts';
import { paths } from '#web/app/paths.ts';
import { Warning } from '#web/ui/warning.tsx';
import { useBooks } from './use-books.ts';

/** Only if the last check of the books failed or is old. product-rules 23.4. */
export function BooksWarning() {
  const { data } = useBooks();
  if (data === undefined) return null;
  const { last, isOverdue } = data;
  const count = failuresOf(last?.results ?? []).length;
  if (count === 0 && !isOverdue) return null;
  return (
    <Warning>
      <p>
        {last !== null && count > 0
          ? bookTexts.last(formatMoment(last.checkedUtc), count)
          : bookTexts.overdue}{' '}
        <Link to={paths.systemCheck()}>{bookTexts.seeMore}</Link>
      </p>
    </Warning>
  );
}
