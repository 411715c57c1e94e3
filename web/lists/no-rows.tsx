import { Search } from 'lucide-react';
import type { To } from '#web/app/router/location.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import styles from '#web/ui/load-failure.module.css';

interface Props {
  filtered: boolean;
  addNew?: To;
  onClear: () => void;
}

/** The same words whether nothing is there or nothing matches. Specification §2. */
export function NoRows({ filtered, addNew, onClear }: Props) {
  return (
    <div className={styles.empty}>
      <Search aria-hidden size={28} strokeWidth={1.5} />
      <p className={styles.words}>No records found</p>
      {filtered && <Button onClick={onClear}>Clear Search</Button>}
      {!filtered && addNew !== undefined && (
        <>
          <p>The first one you add will be shown here.</p>
          <ButtonLink to={addNew}>Add New</ButtonLink>
        </>
      )}
    </div>
  );
}
