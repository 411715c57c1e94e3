import { Link } from 'react-router';
import { classNames } from '#web/ui/class-names.ts';
import { StatusBadge, toneOf } from '#web/ui/status-badge.tsx';
import { FigureLink, Figures } from './figures.tsx';
import styles from './summary.module.css';

interface StatusCount {
  name: string;
  count: number;
  search: string;
}

/** A stacked bar of the statuses, with a legend. */
export function StatusFigures({ title, rows }: { title: string; rows: readonly StatusCount[] }) {
  return (
    <Figures
      title={title}
      bars={
        <>
          <div className={styles.stack}>
            {rows
              .filter(({ count }) => count > 0)
              .map(({ name, count, search }) => (
                <Link
                  key={name}
                  to={{ search }}
                  title={`${name}: ${count}`}
                  aria-label={`${name}: ${count}`}
                  style={{ flexGrow: count }}
                  className={classNames(styles.piece, styles[toneOf(name)])}
                />
              ))}
          </div>
          <ul className={styles.legend}>
            {rows.map((row) => (
              <li key={row.name}>
                <StatusBadge status={row.name} />{' '}
                <FigureLink of={row.name} {...row}>
                  {row.count}
                </FigureLink>
              </li>
            ))}
          </ul>
        </>
      }
      table={
        <table className={styles.table}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Members</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                <td>
                  <FigureLink of={row.name} {...row}>
                    {row.count}
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
