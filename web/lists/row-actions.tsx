import { Children, type ComponentProps, isValidElement, type ReactNode, useState } from 'react';
import { asApiError } from '#web/api/api-error.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { confirmDeletion, useConfirm } from '#web/ui/confirm.tsx';
import { Menu, useMenuItem } from '#web/ui/menu.tsx';
import type { Needs } from '#contract/permissions.ts';
import { useMay } from '#web/session/use-may.ts';
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
  const may = useMay();
  const allowed = Children.toArray(children).filter((child) => may(needsOf(child)));
  return (
    <>
      {main}
      {allowed.length > 0 && <Menu label={`More actions for ${name}`}>{allowed}</Menu>}
    </>
  );
}

function needsOf(child: ReactNode): Needs {
  return isValidElement<{ needs?: Needs }>(child) ? child.props.needs : undefined;
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
  needs?: Needs;
}

/** Confirms, deletes and focuses the next row; errors are shown above the rows. */
export function DeleteRow({ name, id, list, consequence, remove, needs }: DeleteProps) {
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
    <RowButton name={name} busy={busy} needs={needs} onClick={askAndRemove}>
      Delete
    </RowButton>
  );
}
