import { useEffect, useRef } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './error-pages.module.css';
import { paths } from './paths.ts';
import { Logo } from './public-layout/logo.tsx';

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

/** Specification §8. */
const words = 'Unexpected Application Error!';

export function RouteErrorPage({ error }: { error: unknown }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = words;
    heading.current?.focus();
  }, []);
  const id = error instanceof ApiError ? error.headers['x-request-id'] : undefined;
  return (
    <main className={styles.page}>
      <Logo />
      <h1 ref={heading} tabIndex={-1}>
        {words}
      </h1>
      <div className={styles.words}>
        <p>Reloading the page often helps.</p>
        {id === undefined ? null : <p>Number of the error in the log: {id}</p>}
        <p className={styles.actions}>
          <Button kind="primary" onClick={() => location.reload()}>
            Reload
          </Button>
          {/* Loads a new document, since the error may be in this one's state. */}
          <a href={paths.home()}>Go to home</a>
        </p>
      </div>
    </main>
  );
}
