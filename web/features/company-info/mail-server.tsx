import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  getMailServer,
  mailServerForm,
  type MailServer as Settings,
  mailServerTexts as texts,
  updateMailServer,
} from '#contract/stored-settings/mail-server.ts';
import { callWithEtag } from '#web/api/call.ts';
import { menuCounts } from '#web/api/menu-counts.ts';
import { useCall } from '#web/api/use-call.ts';
import { SettingsForm } from '#web/forms/settings-form.tsx';
import { useSettingsForm } from '#web/forms/use-settings-form.ts';
import { Card } from '#web/ui/card.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Warning } from '#web/ui/warning.tsx';
import styles from './mail.module.css';
import { mailDelivery } from './test-mail.tsx';

const { host, port, user, password, from } = mailServerForm.shape;
const form = z.object({
  host,
  port: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => Number(text.trim() || Number.NaN)),
    ),
    port,
  ),
  user,
  password,
  from,
});

/** The mail server, if it is not set on the server itself. */
export function MailServer() {
  const { send } = useCall(updateMailServer);
  const queries = useQueryClient();
  const edit = useSettingsForm({
    schema: form,
    queryKey: ['mailServer'],
    read: (options) => callWithEtag(getMailServer, options),
    valuesOf,
    send: async (body, ifMatch) => {
      const outcome = await send({ body, ifMatch });
      // Both say whether emails are sent.
      for (const { queryKey } of outcome.ok ? [mailDelivery, menuCounts] : []) {
        void queries.invalidateQueries({ queryKey });
      }
      return outcome;
    },
    saved: texts.saved,
  });
  const { errors: wrong } = edit.form.formState;
  const { onServer = [], problem = null, hasPassword = false } = edit.settings ?? {};
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
          <TextField
            label={texts.host}
            hint={texts.hostHint}
            autoComplete="off"
            spellCheck={false}
            error={wrong.host?.message}
            {...edit.form.register('host')}
          />
          <TextField
            label={texts.port}
            hint={texts.portHint}
            inputMode="numeric"
            autoComplete="off"
            error={wrong.port?.message}
            {...edit.form.register('port')}
          />
          <TextField
            label={texts.user}
            autoComplete="off"
            spellCheck={false}
            error={wrong.user?.message}
            {...edit.form.register('user')}
          />
          <PasswordField
            label={texts.password}
            hint={hasPassword ? texts.passwordKept : undefined}
            autoComplete="off"
            error={wrong.password?.message}
            {...edit.form.register('password')}
          />
          <TextField
            label={texts.from}
            hint={texts.fromHint}
            optional
            autoComplete="off"
            spellCheck={false}
            error={wrong.from?.message}
            {...edit.form.register('from')}
          />
        </div>
      </Card>
    </SettingsForm>
  );
}

function valuesOf(settings: Settings | undefined) {
  return {
    host: settings?.host ?? '',
    port: String(settings?.port ?? ''),
    user: settings?.user ?? '',
    password: '',
    from: settings?.from ?? '',
  };
}
