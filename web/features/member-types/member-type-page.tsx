import { RecordHistory } from '#web/features/audit/record-history.tsx';
import { RecordPage } from '#web/forms/record-page.tsx';
import { useParams } from '#web/app/router/use-router.ts';
import { MemberTypeForm } from './member-type-form.tsx';
import { useMemberType } from './use-member-type.ts';

export function MemberTypePage() {
  const { id = '' } = useParams();
  const asked = useMemberType(id);
  return (
    <RecordPage asked={asked} title={asked.data?.type.name ?? 'Member Type'}>
      {(version, readAgain) => (
        <>
          <MemberTypeForm version={version} readAgain={readAgain} />
          <RecordHistory id={id} version={version.etag} />
        </>
      )}
    </RecordPage>
  );
}
