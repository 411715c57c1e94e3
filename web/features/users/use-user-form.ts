import type { BodyOf } from '#contract/endpoint.ts';
import { updateUser, userForm, userTexts } from '#contract/users.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { type ReadAgain, useRecordForm } from '#web/forms/use-record-form.ts';
import { useNavigate } from '#web/app/router/use-router.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { usePicture } from './use-picture.ts';
import type { Version } from './use-user.ts';
import { valuesOf } from './user-values.ts';

/** Saves the record and then the picture. */
export function useUserForm({ user, etag }: Version, readAgain: ReadAgain) {
  const navigate = useNavigate();
  const notify = useNotify();
  const picture = usePicture(user.profilePicture);
  const edit = useRecordForm(userForm, valuesOf(user), {
    readAgain,
    isChangedBeside: picture.isChosen,
  });
  const saving = useCall(updateUser);

  async function save(body: BodyOf<typeof updateUser>) {
    edit.begin();
    if (!picture.mayBeSaved()) return;
    if (edit.form.formState.isDirty || !picture.isChosen) {
      const outcome = await saving.send({ params: { id: user.id }, body }, { ifMatch: etag });
      if (!outcome.ok) {
        if (outcome.error) edit.refuse(outcome.error);
        return;
      }
    }
    if (!(await picture.upload(user.id))) {
      // The rest is saved: what is left to do is the picture.
      edit.setProblem(await readAgain());
      return;
    }
    notify.success(userTexts.saved);
    edit.leave();
    void navigate(backToList(paths.users()));
  }

  return { ...edit, picture, save, saving: saving.busy || picture.uploading };
}
