import { RecordHistory } from '#web/features/audit/record-history.tsx';
import { RecordPage } from '#web/forms/record-page.tsx';
import { useParams } from '#web/app/router/use-router.ts';
import { BuiltInStatus } from './built-in-status.tsx';
import { OwnStatus } from './own-status.tsx';
import { useMemberStatus } from './use-member-status.ts';

/** One status: text when it is built in, else a form. */
export function MemberStatusPage() {
  const { id = '' } = useParams();
  const asked = useMemberStatus(id);
  return (
    <RecordPage asked={asked} title={asked.data?.status.name ?? 'Member Status'}>
      {(version, readAgain) =>
        version.status.isBuiltIn ? (
          <BuiltInStatus status={version.status} />
        ) : (
          <>
            <OwnStatus version={version} readAgain={readAgain} />
            <RecordHistory id={id} version={version.etag} />
          </>
        )
      }
    </RecordPage>
  );
}
