import { useState } from 'react';
import { createUser, userTexts } from '#contract/users.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { useNavigate } from '#web/app/router/use-router.ts';
import { problemIn } from '#web/forms/problem-in.ts';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { useUnsavedChanges } from '#web/forms/use-unsaved-changes.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { usePicture } from './use-picture.ts';
import { type NewUser, newUserForm, nobody } from './user-values.ts';

/** Enters the administrator and then the picture, which is the user's own page's to mend. */
export function useNewUserForm() {
  const navigate = useNavigate();
  const notify = useNotify();
  const form = useCheckedForm(newUserForm, { defaultValues: nobody });
  const errors = useErrorFocus(form);
  const creating = useCall(createUser);
  const picture = usePicture('');
  const [problem, setProblem] = useState<string | null>(null);
  const isChanged = form.formState.isDirty || picture.isChosen;
  const leave = useUnsavedChanges(isChanged);

  async function create({ confirmPassword: _typedTwice, ...body }: NewUser) {
    setProblem(null);
    if (!picture.mayBeSaved()) return;
    const outcome = await creating.send({ body });
    if (!outcome.ok) {
      if (outcome.error) setProblem(problemIn(outcome.error, errors));
      return;
    }
    const { id } = outcome.data;
    const hasPicture = await picture.upload(id);
    leave();
    if (hasPicture) {
      notify.success(userTexts.added);
      void navigate(backToList(paths.users()));
    } else {
      notify.failure(userTexts.pictureLater);
      void navigate(paths.user(id), { replace: true });
    }
  }

  return {
    form,
    errors,
    picture,
    problem,
    create,
    busy: creating.busy || picture.uploading,
    isChanged,
  };
}
