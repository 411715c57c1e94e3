import { paths } from '#web/app/paths.ts';
import { Link } from '#web/app/router/link.tsx';
import { useLocation, usePageTitle } from '#web/app/router/use-router.ts';
import styles from './breadcrumbs.module.css';

/** `Admin > Members`. Specification §2. */
export function Breadcrumbs() {
  const name = usePageTitle();
  const { pathname } = useLocation();
  const area = pathname.startsWith('/admin')
    ? { label: 'Admin', to: paths.dashboard() }
    : { label: 'Member', to: paths.profile() };
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.crumbs}>
        <li>
          <Link to={area.to}>{area.label}</Link>
          <span aria-hidden> &gt; </span>
        </li>
        <li aria-current="page">{name}</li>
      </ol>
    </nav>
  );
}
