import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { BodyOf } from '#contract/endpoint.ts';
import { updateUser, userForm, userTexts } from '#contract/users.ts';
import { backToList } from '#web/admin-list/list-memory.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/paths.ts';
import { problemIn } from '#web/ui/form/problem-in.ts';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { useErrorFocus } from '#web/ui/form/use-error-focus.ts';
import { useUnsavedChanges } from '#web/ui/form/use-unsaved-changes.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { usePicture } from '#web/ui/picture/use-picture.ts';
import type { Version } from './use-user.ts';
import { valuesOf } from './user-values.ts';

/** Answers why it could not be read, or null. */
export type ReadAgain = () => Promise<string | null>;

/** Saves the record and then the picture; someone else's version is filled in below what was typed. */
export function useUserForm({ user, etag }: Version, readAgain: ReadAgain) {
  const navigate = useNavigate();
  const notify = useNotify();
  const form = useCheckedForm(userForm, {
    values: valuesOf(user),
    resetOptions: { keepDirtyValues: true },
  });
  const errors = useErrorFocus(form);
  const saving = useCall(updateUser);
  const picture = usePicture(user.profilePicture);
  const [problem, setProblem] = useState<string | null>(null);
  const [reloading, setReloading] = useState(false);
  const [isMerged, setIsMerged] = useState(false);
  const { isDirty } = form.formState;
  const isChanged = isDirty || picture.isChosen;
  const leave = useUnsavedChanges(isChanged);

  async function save(body: BodyOf<typeof updateUser>) {
    setProblem(null);
    setIsMerged(false);
    if (!picture.mayBeSaved()) return;
    if (isDirty || !picture.isChosen) {
      const outcome = await saving.send({ params: { id: user.id }, body }, { ifMatch: etag });
      if (!outcome.ok) {
        if (outcome.error) setProblem(problemIn(outcome.error, errors));
        return;
      }
    }
    if (!(await picture.upload(user.id))) {
      // The rest is saved: what is left to do is the picture.
      setProblem(await readAgain());
      return;
    }
    notify.success(userTexts.saved);
    leave();
    void navigate(backToList(paths.users()));
  }

  async function reload() {
    setReloading(true);
    const failure = await readAgain();
    setReloading(false);
    setProblem(failure);
    if (failure !== null) return;
    saving.clearError();
    setIsMerged(true);
  }

  return {
    form,
    errors,
    picture,
    problem,
    save,
    saving: saving.busy || picture.uploading,
    stale: saving.error?.status === 412 ? { reload, reloading } : null,
    isChanged,
    isMerged,
  };
}
