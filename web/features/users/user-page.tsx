import { useNavigate, useParams } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import { largestPageSize } from '#contract/limits.ts';
import { searchMembers } from '#contract/members/endpoints.ts';
import {
  adminRole,
  getUser,
  updateUser,
  type User,
  userForm,
  userTexts,
} from '#contract/users/endpoints.ts';
import { call, callWithEtag } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { RecordHistory } from '#web/features/audit/record-history.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import layout from '#web/forms/form-layout.module.css';
import { RecordBar } from '#web/forms/record-bar.tsx';
import { RecordPage } from '#web/forms/record-page.tsx';
import { useLoadedRecord, type LoadedRecord } from '#web/forms/use-loaded-record.ts';
import { type ReadAgain, useRecordForm } from '#web/forms/use-record-form.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { PictureField } from './picture-field.tsx';
import { TwoStepCard } from './two-step-card.tsx';
import { usePicture } from './use-picture.ts';
import { UserFields, valuesOf } from './user-fields.tsx';
import { userName } from './user-name.ts';
import { UserSessions } from './user-sessions.tsx';

export function UserPage() {
  const { id = '' } = useParams();
  const query = useUser(id);
  return (
    <RecordPage query={query} title={query.data ? userName(query.data.user) : 'User'}>
      {(record, readAgain) =>
        record.user.role === adminRole ? (
          <>
            <UserForm record={record} readAgain={readAgain} />
            <TwoStepCard user={record.user} />
            <UserSessions id={id} name={userName(record.user)} />
            <RecordHistory id={id} version={record.etag} />
          </>
        ) : (
          <MemberSignIn user={record.user} />
        )
      }
    </RecordPage>
  );
}

interface Props {
  record: LoadedUser;
  readAgain: ReadAgain;
}

function UserForm({ record, readAgain }: Props) {
  const navigate = useNavigate();
  const edit = useUserForm(record, readAgain);
  const { form, errors, picture } = edit;
  const { dirtyFields, errors: wrong } = form.formState;
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(edit.save, errors.onInvalid)}
      className={layout.form}
    >
      <ErrorSummary {...errors.summary} />
      <Card>
        <UserFields
          field={(name) => ({ ...form.register(name), error: wrong[name]?.message })}
          emailHint={dirtyFields.email && userTexts.signsOut}
        />
        <PictureField picture={picture} name={userName(form.watch())} />
      </Card>
      <RecordBar
        {...edit.bar}
        submit="Save"
        busy={edit.saving}
        onCancel={() => void navigate(backToList(paths.users()))}
      />
    </form>
  );
}

/** Saves the record, then the picture. */
function useUserForm({ user, etag }: LoadedUser, readAgain: ReadAgain) {
  const navigate = useNavigate();
  const notify = useNotify();
  const picture = usePicture(user.profilePicture);
  const edit = useRecordForm(userForm, valuesOf(user), {
    readAgain,
    isChangedBeside: picture.isChosen,
  });
  const saving = useCall(updateUser);

  async function save(body: BodyOf<typeof updateUser>) {
    edit.clearMessages();
    if (!picture.mayBeSaved()) return;
    if (edit.form.formState.isDirty || !picture.isChosen) {
      const update = { params: { id: user.id }, body, ifMatch: etag };
      if (!(await edit.save(() => saving.send(update)))) return;
    }
    if (!(await picture.upload(user.id))) {
      // The record is saved; only the picture failed.
      edit.setProblem(await readAgain());
      return;
    }
    notify.success(userTexts.saved);
    edit.leave();
    void navigate(backToList(paths.users()));
  }

  return { ...edit, picture, save, saving: saving.busy || picture.uploading };
}

type LoadedUser = LoadedRecord<{ user: User }>;

function useUser(id: string) {
  return useLoadedRecord(
    ['users', 'one', id],
    (options) => callWithEtag(getUser, { params: { id }, ...options }),
    (user) => ({ user }),
  );
}

/** A member's sign-in is read-only here and changed on the member's page. */
function MemberSignIn({ user }: { user: User }) {
  const { data: member } = useQuery({
    queryKey: ['members', 'of user', user.id],
    queryFn: async ({ signal }) => {
      const body = { email: user.email, pageSize: largestPageSize };
      const { results } = await call(searchMembers, { body, signal });
      // Null for an archived member, which searches do not return.
      return results.find(({ userID }) => userID === user.id) ?? null;
    },
  });
  return (
    <>
      <p>{userTexts.memberChanges}</p>
      {member && (
        <p>
          <ButtonLink to={paths.member(member.id)}>{userTexts.toMember(userName(user))}</ButtonLink>
        </p>
      )}
    </>
  );
}
