import { type ComponentProps, useState } from 'react';
import { asApiError } from '#web/api/api-error.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { confirmDeletion, useConfirm } from '#web/ui/confirm.tsx';
import type { List } from './list-shape.ts';
import styles from './row-actions.module.css';

interface Named {
  /** The record's name, for accessible names: "Edit Nomsa Dlamini". */
  name: string;
}

export function RowLink({ name, children, ...link }: ComponentProps<typeof ButtonLink> & Named) {
  return (
    <ButtonLink kind="quiet" {...link} className={styles.action}>
      <span>
        {children}
        <span className="visually-hidden"> {name}</span>
      </span>
    </ButtonLink>
  );
}

type RowButtonProps = ComponentProps<typeof Button> &
  Named & {
    /** The main action; if the actions need two lines, it comes first. */
    settles?: boolean;
  };

export function RowButton({ name, settles, children, ...button }: RowButtonProps) {
  return (
    <Button
      kind="quiet"
      {...button}
      className={classNames(styles.action, settles && styles.settling)}
    >
      <span>
        {children}
        <span className="visually-hidden"> {name}</span>
      </span>
    </Button>
  );
}

interface DeleteProps extends Named {
  id: string;
  list: List;
  /** The consequences, if more than the deletion. */
  consequence?: string;
  remove: () => Promise<unknown>;
}

/** Confirms, deletes and focuses the next row; errors are shown above the rows. */
export function DeleteRow({ name, id, list, consequence, remove }: DeleteProps) {
  const confirm = useConfirm();
  const [busy, setBusy] = useState(false);

  async function askAndRemove() {
    if (!(await confirm(confirmDeletion(name, consequence)))) return;
    setBusy(true);
    list.fail(null);
    try {
      await remove();
      await list.removed(id);
    } catch (error) {
      list.fail(asApiError(error).message);
      // Someone else may have deleted or changed it: reload.
      await list.refetch();
    } finally {
      setBusy(false);
    }
  }

  return (
    <RowButton name={name} busy={busy} onClick={askAndRemove}>
      Delete
    </RowButton>
  );
}
