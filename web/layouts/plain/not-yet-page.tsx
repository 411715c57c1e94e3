import { usePageName } from '../page-name.ts';
import { PageTitle } from '../page-title.tsx';

/** Says so where a part of the specification has not been built. */
export function NotYetPage() {
  return (
    <>
      <PageTitle>{usePageName()}</PageTitle>
      <p>This part of the application is not there yet. It comes with a later release.</p>
    </>
  );
}
