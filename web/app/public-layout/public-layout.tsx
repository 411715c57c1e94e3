import { Outlet } from 'react-router';
import { usePageTitle } from '#web/app/router/use-router.ts';

import { classNames } from '#web/ui/class-names.ts';
import styles from './public-layout.module.css';
import { Logo } from './logo.tsx';
import { productDescription, productName } from '#web/ui/product-name.ts';
import { mainId, SkipLink } from '#web/app/skip-link.tsx';

/** Banner and form side by side where there is room; on phones the form comes first. */
export function PublicLayout() {
  // The wizard has fields side by side; the other forms are a few short lines.
  const page = usePageTitle();
  const isWide = page === 'Register';
  const isDonating = page === 'Donate';
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
