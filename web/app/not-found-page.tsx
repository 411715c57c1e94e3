import { paths } from './paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Logo } from './public-layout/logo.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './plain-page.module.css';

export function NotFoundPage() {
  return (
    <main className={styles.page}>
      <Logo />
      <PageTitle>Page not found</PageTitle>
      <div className={styles.words}>
        <p>There is nothing at this address. It may have been mistyped, or the page was moved.</p>
        <ButtonLink kind="primary" to={paths.home()}>
          Go to home
        </ButtonLink>
      </div>
    </main>
  );
}
