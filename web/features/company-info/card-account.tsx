import * as z from 'zod/mini';
import {
  type CardAccount as Settings,
  cardAccountForm,
  cardAccountModes,
  cardAccountTexts as texts,
  getCardAccount,
  updateCardAccount,
} from '#contract/stored-settings/card-account.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { SettingsForm } from '#web/forms/settings-form.tsx';
import { useSettingsForm } from '#web/forms/use-settings-form.ts';
import { Card } from '#web/ui/card.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Warning } from '#web/ui/warning.tsx';
import styles from './mail.module.css';

const { mode, merchantId, merchantKey, passphrase } = cardAccountForm.shape;
const form = z.object({
  mode: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text as (typeof cardAccountModes)[number]),
    ),
    mode,
  ),
  merchantId,
  merchantKey,
  passphrase,
});

/** The PayFast account, if it is not set on the server itself. */
export function CardAccount() {
  const { send } = useCall(updateCardAccount);
  const edit = useSettingsForm({
    schema: form,
    queryKey: ['cardAccount'],
    read: (options) => callWithEtag(getCardAccount, options),
    valuesOf,
    send: (body, ifMatch) => send({ body, ifMatch }),
    saved: texts.saved,
  });
  const { errors: wrong } = edit.form.formState;
  const {
    mode: inForce,
    onServer = [],
    problem = null,
    hasMerchantKey = false,
    hasPassphrase = false,
  } = edit.settings ?? {};
  if (onServer.length > 0) {
    return (
      <Card title={texts.title}>
        <p>{texts.onServer(onServer)}</p>
      </Card>
    );
  }
  return (
    <SettingsForm edit={edit} failed={texts.failed}>
      <Card title={texts.title}>
        <p>{texts.hint}</p>
        {problem !== null && <Warning>{problem}</Warning>}
        <div className={styles.server}>
          <SelectField
            label={texts.mode}
            {...(inForce === 'simulator' && { placeholder: texts.simulator })}
            options={cardAccountModes.map((value) => ({ value, label: texts.modes[value] }))}
            error={wrong.mode?.message}
            {...edit.form.register('mode')}
          />
          <TextField
            label={texts.merchantId}
            inputMode="numeric"
            autoComplete="off"
            error={wrong.merchantId?.message}
            {...edit.form.register('merchantId')}
          />
          <PasswordField
            label={texts.merchantKey}
            hint={hasMerchantKey ? texts.kept : undefined}
            autoComplete="off"
            error={wrong.merchantKey?.message}
            {...edit.form.register('merchantKey')}
          />
          <PasswordField
            label={texts.passphrase}
            hint={hasPassphrase ? texts.kept : undefined}
            autoComplete="off"
            error={wrong.passphrase?.message}
            {...edit.form.register('passphrase')}
          />
        </div>
      </Card>
    </SettingsForm>
  );
}

/** The simulator is the option without a value: it cannot be chosen. */
function valuesOf(settings: Settings | undefined) {
  const { mode = 'off', merchantId = '' } = settings ?? {};
  return {
    mode: mode === 'simulator' ? '' : mode,
    merchantId,
    merchantKey: '',
    passphrase: '',
  };
}
