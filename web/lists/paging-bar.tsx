import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { pageSizes } from '#contract/limits.ts';
import { classNames } from '#web/ui/class-names.ts';
import select from '#web/ui/fields/select-field.module.css';
import { lastPageOf, pageNumbers, shownRange } from './page-numbers.ts';
import styles from './paging-bar.module.css';

interface Props {
  page: number;
  size: number;
  totalCount: number;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}

export function PagingBar({ page, size, totalCount, onPage, onSize }: Props) {
  const id = useId();
  const last = lastPageOf(totalCount, size);
  const { from, to } = shownRange(page, size, totalCount);
  const step = (to: number, label: string, icon: ReactNode) => {
    const isOff = to < 1 || to > last || to === page;
    return (
      <button
        type="button"
        aria-label={label}
        // Not disabled: it may have the focus on the last page.
        aria-disabled={isOff || undefined}
        onClick={() => isOff || onPage(to)}
        className={styles.step}
      >
        {icon}
      </button>
    );
  };
  return (
    <div className={styles.bar} data-print="no">
      <output className={styles.range}>{`${from} to ${to} of ${totalCount}`}</output>
      <nav aria-label="Pagination" className={styles.pages}>
        {step(1, 'First page', <ChevronFirst aria-hidden size={20} />)}
        {step(page - 1, 'Previous page', <ChevronLeft aria-hidden size={20} />)}
        {pageNumbers(page, last).map((number) => (
          <button
            key={number}
            type="button"
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
            className={styles.number}
          >
            {number}
          </button>
        ))}
        {step(page + 1, 'Next page', <ChevronRight aria-hidden size={20} />)}
        {step(last, 'Last page', <ChevronLast aria-hidden size={20} />)}
      </nav>
      <div className={styles.size}>
        <label htmlFor={id}>Rows per page</label>
        <select
          id={id}
          value={size}
          onChange={(event) => onSize(Number(event.target.value))}
          className={classNames(select.select, styles.select)}
        >
          {pageSizes.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      </div>
    </div>
  );
}
