import { useNavigate } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { createMemberType, memberTypeTexts } from '#contract/member-types/endpoints.ts';
import { useCall } from '#web/api/use-call.ts';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { paths } from '#web/app/paths.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import layout from '#web/forms/form-layout.module.css';
import { RecordBar } from '#web/forms/record-bar.tsx';
import { useRecordForm } from '#web/forms/use-record-form.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { Card } from '#web/ui/card.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import {
  type CheckedMemberType,
  MemberTypeFields,
  noMemberType,
  typedMemberType,
} from './member-type-fields.tsx';

export function NewMemberTypePage() {
  const navigate = useNavigate();
  const notify = useNotify();
  const queries = useQueryClient();
  const edit = useRecordForm(typedMemberType, noMemberType);
  const { send } = useCall(createMemberType);
  const once = useOneAtATime();
  const { form, errors } = edit;
  const goBack = () => navigate(backToList(paths.memberTypes()));

  async function add(body: CheckedMemberType) {
    if (!(await edit.save(() => send({ body })))) return;
    notify.success(memberTypeTexts.added);
    edit.leave();
    await queries.invalidateQueries({ queryKey: ['memberTypes', 'all'] });
    await goBack();
  }

  return (
    <>
      <PageTitle>New Member Type</PageTitle>
      <form
        noValidate
        onSubmit={form.handleSubmit((body) => once.run(() => add(body)), errors.onInvalid)}
        className={layout.form}
      >
        <ErrorSummary {...errors.summary} />
        <Card>
          <MemberTypeFields form={form} />
        </Card>
        <RecordBar {...edit.bar} submit="Create" busy={once.busy} onCancel={() => void goBack()} />
      </form>
    </>
  );
}
