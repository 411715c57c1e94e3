import { Outlet } from 'react-router';
import { usePageTitle } from '#web/app/router/use-router.ts';

import { classNames } from '#web/ui/class-names.ts';
import styles from './public-layout.module.css';
import { OrganisationLogo } from './logo.tsx';
import { useOrganisationName } from '#web/api/use-public-settings.ts';
import { mainId, SkipLink } from '#web/app/skip-link.tsx';

const description = {
  title: 'Wildlife management and conservation',
  text: 'We care for wild animals and the land they live on: healthy herds, living rivers, open veld. Members make it possible, and keep wild places wild for those who come after us.',
} as const;

/** Banner and form side by side where there is room; on phones the form comes first. */
export function PublicLayout() {
  // The wizard has fields side by side; the other forms are a few short lines.
  const page = usePageTitle();
  const organisation = useOrganisationName();
  const isWide = page === 'Register';
  const isDonating = page === 'Donate';
  return (
    <div className={classNames(styles.frame, isDonating && styles.strip)}>
      <SkipLink />
      <div className={classNames(styles.side, (isWide || isDonating) && styles.wide)}>
        <header className={styles.brand}>
          <OrganisationLogo />
          <p className={styles.name}>{organisation}</p>
        </header>
        <main id={mainId} tabIndex={-1} className={styles.card}>
          <Outlet />
        </main>
      </div>
      <section className={styles.banner} aria-labelledby="description">
        <h2 id="description">{description.title}</h2>
        <p>{description.text}</p>
      </section>
    </div>
  );
}
