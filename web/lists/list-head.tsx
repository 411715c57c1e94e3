import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import type { To } from 'react-router';
import { asApiError } from '#web/api/api-error.ts';
import type { Download } from '#web/api/download.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { saveFile } from '#web/ui/save-file.ts';
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
  download?: (() => Promise<Download>) | undefined;
  /** Replaces the line while rows are selected. */
  selection?: ReactNode;
  hasSelection: boolean;
}

/** Title, search and tools of a list on one line. */
export function ListHead(props: Props) {
  const { title, list, below, children, addNew, download, selection, hasSelection } = props;
  return (
    <div className={classNames(styles.head, hasSelection && styles.selecting)}>
      <div className={styles.title}>
        <PageTitle count={list.totalCount}>{title}</PageTitle>
        <div className={styles.below}>{below}</div>
      </div>
      <div className={styles.tools} data-print="no">
        {children}
        {download && <DownloadCsv list={list} download={download} />}
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

interface DownloadCsvProps {
  list: List;
  download: () => Promise<Download>;
}

/** Downloads all rows that match the filters. A link could not send the token. */
function DownloadCsv({ list, download }: DownloadCsvProps) {
  const [busy, setBusy] = useState(false);
  const count = list.totalCount;
  const rows = count === undefined ? '' : ` (${count} ${count === 1 ? 'row' : 'rows'})`;

  async function save() {
    setBusy(true);
    list.fail(null);
    try {
      const { name, content } = await download();
      saveFile(content, name);
    } catch (error) {
      list.fail(asApiError(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button busy={busy} off={!count} onClick={save}>
      <span>
        <span className="visually-hidden">Download </span>
        CSV
        <span className="visually-hidden">{rows}</span>
      </span>
    </Button>
  );
}
