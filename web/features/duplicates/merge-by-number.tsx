import { useState } from 'react';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { duplicateTexts as texts, mergeNumbers } from '#contract/duplicates/endpoints.ts';
import { searchMembers } from '#contract/members/endpoints.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import layout from '#web/forms/form-layout.module.css';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

type Numbers = z.output<typeof mergeNumbers>;

/** Two members who share no detail, such as after a marriage, are compared by their numbers. */
export function MergeByNumber() {
  const navigate = useNavigate();
  const form = useCheckedForm(mergeNumbers, { defaultValues: { first: '', second: '' } });
  const errors = useErrorFocus(form);
  const { busy, error, send } = useCall(searchMembers);
  const [problem, setProblem] = useState<string | null>(null);
  const { register, formState } = form;

  /** The number that fits exactly is the lowest of those that contain it. */
  async function idOf(number: string): Promise<string | null> {
    const outcome = await send({ body: { membershipNumber: number, pageSize: 1 } });
    const [member] = outcome.ok ? outcome.data.results : [];
    if (member?.membershipNumber === number) return member.id;
    if (outcome.ok) setProblem(texts.noSuchNumber(number));
    return null;
  }

  async function compare({ first, second }: Numbers) {
    setProblem(null);
    const id = await idOf(first);
    const otherId = id === null ? null : await idOf(second);
    if (id !== null && otherId !== null) await navigate(paths.mergeMembers(id, otherId));
  }

  return (
    <Card title={texts.byNumber}>
      <form
        noValidate
        className={layout.form}
        onSubmit={form.handleSubmit(compare, errors.onInvalid)}
      >
        <p>{texts.byNumberHint}</p>
        <div className={layout.pair}>
          <TextField
            label={texts.firstNumber}
            error={formState.errors.first?.message}
            {...register('first')}
          />
          <TextField
            label={texts.secondNumber}
            error={formState.errors.second?.message}
            {...register('second')}
          />
        </div>
        <FormProblem message={error?.message ?? problem} />
        <div>
          <Button type="submit" busy={busy}>
            {texts.compare}
          </Button>
        </div>
      </form>
    </Card>
  );
}
