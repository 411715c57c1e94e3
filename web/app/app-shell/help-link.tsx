import { CircleHelp } from 'lucide-react';
import { Link, useMatches } from 'react-router';
import { helpOfPages } from '#web/app/help-of-pages.ts';
import { paths } from '#web/app/paths.ts';
import styles from './help-link.module.css';

/** The part of the guide about this page, in a window of its own: nothing that was typed is lost. */
export function HelpLink() {
  const { path = '' } = (useMatches().at(-1)?.handle ?? {}) as { path?: string };
  if (path.startsWith('/help')) return null;
  return (
    <Link to={paths.help(helpOfPages[path])} target="_blank" className={styles.link}>
      <CircleHelp aria-hidden size={18} />
      Help
      <span className="visually-hidden"> with this page, in a new window</span>
    </Link>
  );
}
