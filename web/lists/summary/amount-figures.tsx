import { formatRand } from '#contract/money.ts';
import { FigureLink, Figures } from './figures.tsx';
import styles from './summary.module.css';

export interface Amount {
  label: string;
  count: number;
  /** Rand. */
  amount: number;
  /** The query of the list behind the figure, with `?`. */
  search: string;
}

interface Props {
  title: string;
  /** The headers of the first two columns of the table. */
  labels: { of: string; count: string };
  rows: readonly Amount[];
}

/** Amounts as horizontal bars, which leave room for labels on a phone. */
export function AmountFigures({ title, labels, rows }: Props) {
  const largest = Math.max(1, ...rows.map(({ amount }) => amount));
  return (
    <Figures
      title={title}
      bars={
        <ul className={styles.bars}>
          {rows.map((row) => (
            <li key={row.label} className={styles.row}>
              <span>{row.label}</span>
              <span aria-hidden className={styles.track}>
                <span
                  className={styles.bar}
                  style={{ inlineSize: `${(row.amount / largest) * 100}%` }}
                />
              </span>
              <span className={styles.figure}>
                <FigureLink of={row.label} {...row}>
                  {formatRand(row.amount)}
                </FigureLink>
              </span>
            </li>
          ))}
        </ul>
      }
      table={
        <table className={styles.table}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{labels.of}</th>
              <th scope="col">{labels.count}</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                <td>
                  <FigureLink of={row.label} {...row}>
                    {row.count}
                  </FigureLink>
                </td>
                <td>
                  <FigureLink of={row.label} {...row}>
                    {formatRand(row.amount)}
                  </FigureLink>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
}
