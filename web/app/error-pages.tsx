import { useEffect, useRef, useState } from 'react';
import { useRouteError } from 'react-router';
import { ApiError } from '#web/api/api-error.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './error-pages.module.css';
import { paths } from './paths.ts';
import { Logo, OrganisationLogo } from './public-layout/logo.tsx';

export function NotFoundPage() {
  return (
    <main className={styles.page}>
      <OrganisationLogo />
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

/** product-rules 16.11. */
const heading = 'Unexpected Application Error!';

/** Instead of the page, if its code cannot be loaded or it fails while rendering. */
export function RouteErrorPage() {
  const error = useRouteError();
  const isReloading = useReloadAfterUpgrade();
  return isReloading ? <Spinner /> : <ErrorMessage error={error} />;
}

function ErrorMessage({ error }: { error: unknown }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = heading;
    title.current?.focus();
  }, []);
  const id = error instanceof ApiError ? error.headers['x-request-id'] : undefined;
  return (
    <main className={styles.page}>
      <Logo />
      <h1 ref={title} tabIndex={-1}>
        {heading}
      </h1>
      <div className={styles.words}>
        <p>Try again: that often helps.</p>
        {id === undefined ? null : <p>Number of the error in the log: {id}</p>}
        <p className={styles.actions}>
          {/* Some browsers remember a failed import until the document is loaded again. */}
          <Button kind="primary" onClick={() => location.reload()}>
            Try again
          </Button>
          <a href={paths.home()}>Go to home</a>
        </p>
      </div>
    </main>
  );
}

/** After an upgrade, the server no longer has the code that an open tab asks for. */
function useReloadAfterUpgrade(): boolean {
  const [isReloading, setReloading] = useState(true);
  useEffect(() => {
    let isShown = true;
    void isUpgraded().then((upgraded) => {
      if (!isShown) return;
      if (upgraded) location.reload();
      else setReloading(false);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return isReloading;
}

const reloadedKey = 'reloaded-from';
const longestWaitMs = 5000;

/** Each release has a main script of another name. True once for each release, so never a loop. */
async function isUpgraded(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';
  if (sessionStorage.getItem(reloadedKey) === script) return false;
  const signal = AbortSignal.timeout(longestWaitMs);
  const page = await fetch('/', { cache: 'no-store', signal }).then(
    (reply) => (reply.ok ? reply.text() : ''),
    () => '',
  );
  if (!page.includes('<script type="module"') || page.includes(script)) return false;
  sessionStorage.setItem(reloadedKey, script);
  return true;
}
