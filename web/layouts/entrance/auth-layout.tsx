import { Outlet, useMatch } from 'react-router';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import styles from './auth-layout.module.css';
import { Logo } from './logo.tsx';
import { productDescription, productName } from './product-name.ts';
import { mainId, SkipLink } from '../skip-link.tsx';

/** Banner and form side by side where there is room; on phones the form comes first. */
export function AuthLayout() {
  // The wizard has fields side by side; the other forms are a few short lines.
  const isWide = useMatch(paths.register()) !== null;
  const isDonating = useMatch(paths.donate()) !== null;
  return (
    <div className={classNames(styles.frame, isDonating && styles.strip)}>
      <SkipLink />
      <div className={classNames(styles.side, (isWide || isDonating) && styles.wide)}>
        <header className={styles.brand}>
          <Logo />
          <p className={styles.name}>{productName}</p>
        </header>
        <main id={mainId} tabIndex={-1} className={styles.card}>
          <Outlet />
        </main>
      </div>
      <section className={styles.banner} aria-labelledby="description">
        <h2 id="description">{productDescription.title}</h2>
        <p>{productDescription.text}</p>
      </section>
    </div>
  );
}
