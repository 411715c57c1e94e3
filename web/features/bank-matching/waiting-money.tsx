import { Link, useLocation } from 'react-router';
import { countMoneyLines } from '#contract/bank-matching/endpoints.ts';
import { certaintyNames, matchingWords as words } from '#contract/bank-matching/page-texts.ts';
import { searchFor, useSummary } from '#web/lists/summary/summary-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { ageOf } from './age-of.ts';
import styles from './bank-matching.module.css';
import { moneyLinesKey } from './use-money-lines.ts';

/** How much waits, by how sure its suggestion is. Each figure shows its lines. */
export function WaitingMoney() {
  const { data, failure, waiting, again } = useSummary(moneyLinesKey, countMoneyLines);
  const { search } = useLocation();
  if (failure !== undefined && data === undefined)
    return <LoadFailure text={failure} busy={waiting} onRetry={again} />;
  const certainties = (['certain', 'likely', 'possible', 'none'] as const).map((certainty) => ({
    to: searchFor({ direction: 'in', certainty }),
    label: certaintyNames[certainty],
    counted: data?.[certainty],
  }));
  const figures = [
    ...certainties,
    { to: searchFor({ direction: 'out' }), label: words.moneyOut, counted: data?.moneyOut },
  ];
  return (
    <nav aria-label={words.waiting} className={styles.figures}>
      {figures.map(({ to, label, counted }) => (
        <Link
          key={to}
          to={{ search: to }}
          preventScrollReset
          aria-current={search === to ? 'true' : undefined}
          className={styles.figure}
        >
          {counted ? words.figure(label, counted.count, counted.amount) : label}
        </Link>
      ))}
      {data?.oldestDay && (
        <Link
          to={{ search: searchFor({ to: data.oldestDay }) }}
          preventScrollReset
          className={styles.figure}
        >
          {words.oldest(ageOf(data.oldestDay))}
        </Link>
      )}
    </nav>
  );
}
