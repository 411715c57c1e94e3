import { useId, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import {
  type BookResult,
  type Books as BooksReply,
  bookTexts,
  checkBooks,
  failuresOf,
} from '#contract/books/endpoints.ts';
import { formatMoment } from '#contract/days.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Warning } from '#web/ui/warning.tsx';
import { booksKey, useBooks } from './use-books.ts';
import styles from './books.module.css';

interface Props {
  /** The entry among the checks shows the same result. */
  onChecked: () => unknown;
}

/** Whether the books agree, and what to do if they do not. product-rules 23.4. */
export function Books({ onChecked }: Props) {
  const id = useId();
  const { data, isError, isFetching, refetch } = useBooks();
  return (
    <section aria-labelledby={id} className={styles.books}>
      <h2 id={id} className={styles.title}>
        {bookTexts.title}
      </h2>
      <p className={styles.muted}>{bookTexts.explained}</p>
      {isError && (
        <LoadFailure text={bookTexts.failed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data && <State books={data} />}
      <CheckNow onChecked={onChecked} />
    </section>
  );
}

function State({ books: { last, isOverdue } }: { books: BooksReply }) {
  const failures = failuresOf(last?.results ?? []);
  return (
    <>
      {isOverdue && <Warning>{bookTexts.overdue}</Warning>}
      <p>
        {last === null
          ? bookTexts.none
          : bookTexts.last(formatMoment(last.checkedUtc), failures.length)}
      </p>
      {failures.length > 0 && (
        <ul aria-label="Failures" className={styles.failures}>
          {failures.map((failure) => (
            <Failure key={failure.name} failure={failure} />
          ))}
        </ul>
      )}
    </>
  );
}

function Failure({ failure: { name, finding, rows, count, advice } }: { failure: BookResult }) {
  const more = count - rows.length;
  return (
    <li className={styles.failure}>
      <strong>{name}</strong>
      <p>{finding}</p>
      <ul>
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
        {more > 0 && <li>{bookTexts.more(more)}</li>}
      </ul>
      <p>{advice}</p>
    </li>
  );
}

function CheckNow({ onChecked }: Props) {
  const queries = useQueryClient();
  const { send, busy } = useCall(checkBooks);
  const [problem, setProblem] = useState<string | null>(null);
  const [outcome, setOutcome] = useState('');

  async function check() {
    setProblem(null);
    setOutcome('');
    const reply = await send({});
    if (reply.ok) {
      queries.setQueryData(booksKey, reply.data);
      const failures = failuresOf(reply.data.last?.results ?? []);
      setOutcome(failures.length === 0 ? bookTexts.agreed : bookTexts.differ);
      onChecked();
    } else if (reply.error) setProblem(reply.error.message);
  }

  return (
    <>
      <div className={styles.start}>
        <Button busy={busy} needs="books.close" onClick={() => void check()}>
          {bookTexts.check}
        </Button>
        <output className={styles.muted}>{outcome}</output>
      </div>
      <FormProblem message={problem} />
    </>
  );
}
