import { Download as DownloadIcon, SlidersHorizontal } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { To } from 'react-router';
import type { ListFormat } from '#contract/csv.ts';
import type { Download } from '#web/api/download.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { DownloadMenu } from './download-menu.tsx';
import type { FilterState } from './use-filter-state.ts';
import styles from './list-head.module.css';
import type { List } from './list-shape.ts';

interface Props {
  title: string;
  list: List;
  /** Below the title, such as a link to the rows that wait for something. */
  below?: ReactNode;
  /** The search box, the button of the filters, and other tools of the list. */
  children: ReactNode;
  addNew?: To | undefined;
  download?: ((format: ListFormat) => Promise<Download>) | undefined;
  printAll: () => Promise<string | null>;
  /** Replaces the line while rows are selected. */
  selection?: ReactNode;
  hasSelection: boolean;
}

/** Title, search and tools of a list on one line. */
export function ListHead(props: Props) {
  const { title, list, below, children, addNew, download, printAll } = props;
  const { selection, hasSelection } = props;
  return (
    <div className={classNames(styles.head, hasSelection && styles.selecting)}>
      <div className={styles.title}>
        <PageTitle count={list.totalCount}>{title}</PageTitle>
        <div className={styles.below} data-print="no">
          {below}
        </div>
      </div>
      <div className={styles.tools} data-print="no">
        {children}
        {download && (
          <DownloadMenu
            text="Download"
            more={rowsOf(list)}
            off={!list.totalCount}
            icon={<DownloadIcon aria-hidden size={18} />}
            download={download}
            printAll={printAll}
            fail={list.fail}
          />
        )}
        {addNew !== undefined && (
          <ButtonLink kind="primary" to={addNew} className={styles.add}>
            Add New
          </ButtonLink>
        )}
      </div>
      {selection}
    </div>
  );
}

function rowsOf({ totalCount: count }: List): string {
  return count === undefined ? '' : ` (${count} ${count === 1 ? 'row' : 'rows'})`;
}

interface FilterButtonProps {
  id: string;
  state: FilterState;
  ref: RefObject<HTMLButtonElement | null>;
}

export function FilterButton({ id, state, ref }: FilterButtonProps) {
  const { activeCount, isOpen, toggle } = state;
  return (
    <Button ref={ref} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
      <SlidersHorizontal aria-hidden size={18} />
      {activeCount > 0 ? `Filters (${activeCount})` : 'Filters'}
    </Button>
  );
}
