import * as z from 'zod/mini';
import {
  getTwoStepSettings,
  twoStepSettingsTexts as texts,
  updateTwoStepSettings,
} from '#contract/auth/two-step.ts';
import { formatDay } from '#contract/days.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { SettingsForm } from '#web/forms/settings-form.tsx';
import { useSettingsForm } from '#web/forms/use-settings-form.ts';
import { Card } from '#web/ui/card.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';

const form = z.object({ isRequired: z.boolean() });

/** Two-step sign-in of all administrators, compulsory or by choice. product-rules 4.22. */
export function TwoStepSettings() {
  const { send } = useCall(updateTwoStepSettings);
  const edit = useSettingsForm({
    schema: form,
    queryKey: ['twoStepSettings'],
    read: (options) => callWithEtag(getTwoStepSettings, options),
    valuesOf: (settings) => ({ isRequired: settings?.isRequired ?? false }),
    send: (body, ifMatch) => send({ body, ifMatch }),
    saved: texts.saved,
  });
  const requiredFrom = edit.settings?.requiredFrom ?? null;
  return (
    <SettingsForm edit={edit} failed={texts.failed}>
      <Card>
        <CheckboxField
          label={texts.label}
          hint={texts.hint}
          {...edit.form.register('isRequired')}
        />
        {requiredFrom !== null && <p>{texts.requiredFrom(formatDay(requiredFrom))}</p>}
      </Card>
    </SettingsForm>
  );
}
