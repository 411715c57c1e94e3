import { openingTexts } from '#contract/company-info/opening.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { useSession } from '#web/session/use-session.ts';
import { PageTitle } from '#web/ui/page-title.tsx';

/** Register and Donate for visitors of an installation that is not ready. */
export function NotOpenYet() {
  return (
    <>
      <PageTitle>{openingTexts.heading}</PageTitle>
      <p>{openingTexts.notOpenYet}</p>
    </>
  );
}

/** A signed-in user sees the pages as they will be. */
export function useIsNotOpen(): boolean {
  const isVisitor = useSession() === null;
  return usePublicSettings()?.isOpen === false && isVisitor;
}
