import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import {
  type MenuCount,
  type MenuCounts,
  menuCountTexts,
} from '#contract/menu-counts/endpoints.ts';

interface Props {
  to: string;
  label: string;
  count: MenuCount | undefined;
  counts: MenuCounts | undefined;
  isCurrent: boolean;
  classes: { link: string | undefined; words?: string | undefined; count: string | undefined };
  onClick?: (() => void) | undefined;
  children?: ReactNode;
}

/** The count describes the link. Its name stays the label, as product-rules 18.2 has it. */
export function CountedLink(props: Props) {
  const { to, label, count, counts, isCurrent, classes, onClick, children } = props;
  const id = useId();
  const waiting = count === undefined ? 0 : (counts?.[count] ?? 0);
  const words = count !== undefined && waiting > 0 ? menuCountTexts[count](waiting) : null;
  return (
    <>
      <Link
        to={to}
        className={classes.link}
        aria-current={isCurrent ? 'page' : undefined}
        aria-describedby={words === null ? undefined : id}
        title={words ?? undefined}
        onClick={onClick}
      >
        {children}
        <span className={classes.words}>{label}</span>
        {words !== null && (
          <span aria-hidden className={classes.count}>
            {words.split(' ')[0]}
          </span>
        )}
      </Link>
      {words !== null && (
        <span id={id} hidden>
          {words}
        </span>
      )}
    </>
  );
}
