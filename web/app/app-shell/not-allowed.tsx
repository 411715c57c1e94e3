import { useQuery } from '@tanstack/react-query';
import { roleTexts } from '#contract/permissions.ts';
import { getPermissions } from '#contract/users/own-permissions.ts';
import { call } from '#web/api/call.ts';
import { usePageTitle } from '#web/app/router/use-router.ts';
import { PageTitle } from '#web/ui/page-title.tsx';

/** Instead of a page that the user's roles do not open: whom to ask. product-rules 3.21. */
export function NotAllowed() {
  const title = usePageTitle();
  const { data } = useQuery({
    queryKey: ['permissions'],
    queryFn: ({ signal }) => call(getPermissions, { signal }),
  });
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <p>{roleTexts.forbidden}</p>
      {data && <p>{roleTexts.ask(data.administrators)}</p>}
    </>
  );
}
