import { useParams } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { largestPageSize } from '#contract/limits.ts';
import { searchMembers } from '#contract/members/endpoints.ts';
import { memberRole } from '#contract/roles.ts';
import { getUser, updateUser, type User, userForm, userTexts } from '#contract/users/endpoints.ts';
import { call, callWithEtag } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { RecordHistory } from '#web/features/audit/record-history.tsx';
import { RecordForm } from '#web/forms/record-form.tsx';
import { RecordPage } from '#web/forms/record-page.tsx';
import { useLoadedRecord, type LoadedRecord } from '#web/forms/use-loaded-record.ts';
import { type ReadAgain, useRecordForm } from '#web/forms/use-record-form.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PictureField } from './picture-field.tsx';
import { RolesField } from './roles-field.tsx';
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
        record.user.role === memberRole ? (
          <MemberSignIn user={record.user} />
        ) : (
          <>
            <UserForm record={record} readAgain={readAgain} />
            <TwoStepCard user={record.user} />
            <UserSessions id={id} name={userName(record.user)} />
            <RecordHistory id={id} version={record.etag} />
          </>
        )
      }
    </RecordPage>
  );
}

interface Props {
  record: LoadedUser;
  readAgain: ReadAgain;
}

/** Saves the record, then the picture. */
function UserForm({ record: { user, etag }, readAgain }: Props) {
  const saving = useCall(updateUser);
  const picture = usePicture(user.profilePicture);
  const edit = useRecordForm(userForm, valuesOf(user), {
    send: async (body, { isDirty }) => {
      if (!picture.mayBeSaved()) return { ok: false, error: null };
      if (isDirty || !picture.isChosen) {
        const saved = await saving.send({ params: { id: user.id }, body, ifMatch: etag });
        if (!saved.ok) return saved;
      }
      if (await picture.upload(user.id)) return { ok: true };
      // The record is saved; only the picture failed.
      return { ok: false, error: null, problem: (await readAgain()) ?? undefined };
    },
    saved: userTexts.saved,
    readAgain,
    list: paths.users(),
    isChangedBeside: picture.isChosen,
  });
  const { form } = edit;
  const { dirtyFields, errors: wrong } = form.formState;
  return (
    <RecordForm edit={edit}>
      <Card>
        <UserFields
          field={(name) => ({ ...form.register(name), error: wrong[name]?.message })}
          emailHint={dirtyFields.email && userTexts.signsOut}
        />
        <RolesField
          {...form.register('roles')}
          error={wrong.roles?.message}
          hint={dirtyFields.roles ? userTexts.rolesEndSessions : undefined}
        />
        <PictureField picture={picture} name={userName(form.watch())} />
      </Card>
    </RecordForm>
  );
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
