import { createMemberType, memberTypeTexts } from '#contract/member-types/endpoints.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { RecordForm } from '#web/forms/record-form.tsx';
import { useRecordForm } from '#web/forms/use-record-form.ts';
import { Card } from '#web/ui/card.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { MemberTypeFields, noMemberType, typedMemberType } from './member-type-fields.tsx';

export function NewMemberTypePage() {
  const { send } = useCall(createMemberType);
  const edit = useRecordForm(typedMemberType, noMemberType, {
    send: (body) => send({ body }),
    saved: memberTypeTexts.added,
    shownBy: ['memberTypes', 'all'],
    page: ({ data }) => paths.memberType(data.id),
    list: paths.memberTypes(),
  });
  return (
    <>
      <PageTitle>New Member Type</PageTitle>
      <RecordForm edit={edit}>
        <Card>
          <MemberTypeFields form={edit.form} />
        </Card>
      </RecordForm>
    </>
  );
}
