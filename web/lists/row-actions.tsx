import { Children, type ComponentProps, type ReactNode, useState } from 'react';
import { asApiError } from '#web/api/api-error.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { confirmDeletion, useConfirm } from '#web/ui/confirm.tsx';
import { Menu, useMenuItem } from '#web/ui/menu.tsx';
import type { List } from './list-shape.ts';
import styles from './row-actions.module.css';

interface Named {
  /** The record's name, for accessible names: "Edit Nomsa Dlamini". */
  name: string;
}

interface RowActionsProps extends Named {
  /** The action that is always visible. */
  main: ReactNode;
  /** The other actions, in a menu. Their dialogs belong outside of it. */
  children?: ReactNode;
}

/** On one line, so that every row has the same height. */
export function RowActions({ name, main, children }: RowActionsProps) {
  return (
    <>
      {main}
      {Children.toArray(children).length > 0 && (
        <Menu label={`More actions for ${name}`}>{children}</Menu>
      )}
    </>
  );
}

export function RowLink({ name, children, ...link }: ComponentProps<typeof ButtonLink> & Named) {
  const item = useMenuItem();
  return (
    <ButtonLink kind="quiet" className={styles.action} {...link} {...item}>
      <span>
        {children}
        <span className="visually-hidden"> {name}</span>
      </span>
    </ButtonLink>
  );
}

export function RowButton({ name, children, ...button }: ComponentProps<typeof Button> & Named) {
  const item = useMenuItem();
  return (
    <Button kind="quiet" className={styles.action} {...button} {...item}>
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
