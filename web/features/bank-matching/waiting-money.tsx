import { Link, useLocation } from 'react-router';
import { countMoneyLines } from '#contract/bank-matching/endpoints.ts';
import { certaintyNames, matchingWords as words } from '#contract/bank-matching/page-texts.ts';
import { searchFor, useSummary } from '#web/lists/summary/summary-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { ageOf } from './age-of.ts';
import styles from './bank-matching.module.css';
import { moneyLinesKey, useShownOf } from './use-money-lines.ts';

/** How much waits, by how sure its suggestion is. Each figure shows its lines. */
export function WaitingMoney() {
  const of = useShownOf();
  const summary = useSummary(moneyLinesKey, countMoneyLines, { query: of });
  const { data, failure, waiting, again } = summary;
  const { search } = useLocation();
  if (failure !== undefined && data === undefined)
    return <LoadFailure text={failure} busy={waiting} onRetry={again} />;
  const certainties = (['certain', 'likely', 'possible', 'none'] as const).map((certainty) => ({
    to: searchFor({ ...of, direction: 'in', certainty }),
    label: certaintyNames[certainty],
    counted: data?.[certainty],
  }));
  const figures = [
    ...certainties,
    { to: searchFor({ ...of, direction: 'out' }), label: words.moneyOut, counted: data?.moneyOut },
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
          to={{ search: searchFor({ ...of, to: data.oldestDay }) }}
          preventScrollReset
          className={styles.figure}
        >
          {words.oldest(ageOf(data.oldestDay))}
        </Link>
      )}
    </nav>
  );
}
