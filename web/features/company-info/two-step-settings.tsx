import * as z from 'zod/mini';
import {
  getTwoStepSettings,
  twoStepSettingsTexts as texts,
  updateTwoStepSettings,
} from '#contract/auth/two-step.ts';
import { formatDay } from '#contract/days.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { RecordMessage } from '#web/forms/record-bar.tsx';
import { useSettingsForm } from '#web/forms/use-settings-form.ts';
import { Card } from '#web/ui/card.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';

const form = z.object({ isRequired: z.boolean() });

/** The form of the switch, which the page saves with the company record. */
export function useTwoStepSettings() {
  const { send, busy } = useCall(updateTwoStepSettings);
  const edit = useSettingsForm({
    schema: form,
    queryKey: ['twoStepSettings'],
    read: (options) => callWithEtag(getTwoStepSettings, options),
    valuesOf: (settings) => ({ isRequired: settings?.isRequired ?? false }),
    send: (body, ifMatch) => send({ body, ifMatch }),
    saved: texts.saved,
  });
  return { ...edit, saving: busy };
}

/** Two-step sign-in of all administrators, compulsory or by choice. product-rules 4.22. */
export function TwoStepSettingsCard({ edit }: { edit: ReturnType<typeof useTwoStepSettings> }) {
  const { problem, stale, isMerged } = edit.bar;
  const requiredFrom = edit.settings?.requiredFrom ?? null;
  if (!edit.isLoaded) return null;
  return (
    <Card title={texts.title}>
      <CheckboxField label={texts.label} hint={texts.hint} {...edit.form.register('isRequired')} />
      {requiredFrom !== null && <p>{texts.requiredFrom(formatDay(requiredFrom))}</p>}
      <RecordMessage problem={problem} stale={stale} isMerged={isMerged} />
    </Card>
  );
}
