import { codeLater, useCodeLater } from '#web/app/router/code-later.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { LoadFailure } from './load-failure.tsx';

const ownPrivacy = codeLater(
  async () => (await import('#web/features/privacy/own-privacy.tsx')).OwnPrivacy,
);

/** At the foot of the page: it comes after what people are here for. */
export function PrivacyLater({ memberId }: { memberId: string }) {
  const { code: OwnPrivacy, ...query } = useCodeLater(ownPrivacy);
  if (OwnPrivacy) return <OwnPrivacy memberId={memberId} />;
  return query.error ? <LoadFailure query={query} /> : <Spinner />;
}
