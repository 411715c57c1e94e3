import type { BodyOf } from '#contract/endpoint.ts';
import {
  type MailServer,
  mailServerTexts as texts,
  updateMailServer as endpoint,
} from '#contract/stored-settings/mail-server.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { isLoopback } from '#server/config.ts';
import { senderIn } from '#server/config-schema.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict, type Refused } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { senderOf } from '#server/features/company-info/sender.ts';
import type { RenderLoggedMail } from '#server/features/communication/read-mail.ts';
import { tellAdministrators } from '#server/features/company-info/tell-administrators.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { assertNotStale } from '#server/platform/http/version.ts';
import { checkSmtp } from '#server/platform/mail/delivery/check-smtp.ts';
import { openSmtp } from '#server/platform/mail/delivery/smtp.ts';
import { addressed } from '#server/platform/mail/send-mail.ts';
import { smtpAnswer } from '#server/platform/mail/delivery/smtp-options.ts';
import { namesOnServer } from '#server/stored-config.ts';
import { type MailAccount, mailAccountOf, mailValuesOf } from './mail-address.ts';
import { applyStored, lockStored, readStored, store, type StoredDeps } from './stored.ts';

export async function readMailServer(deps: StoredDeps): Promise<MailServer> {
  const onServer = namesOnServer(deps.config, 'mail');
  const { values, problem } = await readStored(deps, 'mail');
  const { host, port, user, password, from } = mailAccountOf(values ?? {});
  return { host, port, user, hasPassword: password !== '', from, onServer, problem };
}

/** Milliseconds. A person waits for it. */
const longestCheckMs = 8000;

/**
 * Signs in to the mail server and stores it. All administrators are told through the server of before, too: an
 * intruder who enters an own server cannot keep these mails from them.
 */
export async function updateMailServer(
  deps: AppDeps,
  ctx: Context,
  { form, ifMatch, write }: Update,
): Promise<MailServer> {
  const onServer = namesOnServer(deps.config, 'mail');
  if (onServer.length > 0) throw conflict(texts.onServer(onServer));
  const { smtpUrl } = deps.config;
  const before = await readAccount({ ...deps, db: ctx.db });
  const after = accountOf(form, before);
  if (after !== null) await assertUsable(after);
  await inTransaction(ctx, async (inside) => {
    const { id } = await lockStored(inside.db);
    assertNotStale(ifMatch, endpoint, await readMailServer({ ...deps, db: inside.db }));
    const values = after && mailValuesOf(after);
    await store(inside, deps.secret, { kind: 'mail', values });
    await tellAdministrators(inside, 'mailServer', {
      before: inWords(before),
      after: inWords(after),
    });
    await recordAudit(inside, {
      action: 'updateMailServer',
      subject: 'companyInfo',
      id,
      name: 'the mail server',
      before: shownOf(before),
      after: {
        ...shownOf(after),
        ...((after?.password ?? '') !== (before?.password ?? '') && { hasNewPassword: true }),
      },
    });
  });
  if (smtpUrl !== null) await sendThrough(smtpUrl, deps, { at: ctx.at, write });
  await applyStored(deps);
  return readMailServer({ ...deps, db: ctx.db });
}

interface Update {
  form: BodyOf<typeof endpoint>;
  ifMatch: string | undefined;
  write: RenderLoggedMail;
}

async function readAccount(deps: StoredDeps): Promise<MailAccount | null> {
  const { values } = await readStored(deps, 'mail');
  return values && mailAccountOf(values);
}

/** `null`: no mail is sent. */
function accountOf(form: BodyOf<typeof endpoint>, before: MailAccount | null): MailAccount | null {
  if (form.host === '') return null;
  if (form.from !== '' && senderIn(form.from) === null) throw badField('from', texts.wrongFrom);
  if (form.user === '' && form.password !== '') throw badField('user', texts.userNeeded);
  if (form.user === '' || form.password !== '') return form;
  const isSame =
    before?.host === form.host && before.port === form.port && before.user === form.user;
  // Otherwise whoever names another server would be sent the password.
  if (!isSame || before.password === '') throw badField('password', texts.passwordNeeded);
  return { ...form, password: before.password };
}

async function assertUsable(account: MailAccount): Promise<void> {
  const { SMTP_URL = '' } = mailValuesOf(account);
  const { isEncrypted } = await checkSmtp(SMTP_URL, longestCheckMs).catch((error: unknown) => {
    throw problemOfServer(account, error);
  });
  if (!isEncrypted && !isLoopback(account.host)) throw badField('port', texts.notEncrypted);
}

function problemOfServer({ host }: MailAccount, error: unknown): Refused {
  const { code } = (error ?? {}) as { code?: string };
  const said = smtpAnswer(error).replace(/\.?$/, '.');
  if (code === 'EAUTH') return badField('password', texts.refused(said));
  return badField('host', texts.unreachable(host, said));
}

const inWords = (account: MailAccount | null) =>
  account === null ? 'no mail server' : `${account.host}, port ${account.port}`;

const shownOf = (account: MailAccount | null) =>
  account === null
    ? { host: '' }
    : { host: account.host, port: account.port, user: account.user, from: account.from };

/** Milliseconds, for an earlier server that may be the reason of the change. */
const impatient = { connection: 4000, greeting: 4000, socket: 4000, whole: 8000 };

/** The mails about the change that was made at this moment. The one of now sends them, too. */
async function sendThrough(
  smtpUrl: string,
  deps: AppDeps,
  { at, write }: { at: Date; write: RenderLoggedMail },
): Promise<void> {
  const mails = await deps.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'important-change')
    .where('created_at', '=', at)
    .execute();
  const from = await senderOf(deps);
  const { hostname } = new URL(deps.config.publicUrl);
  const transport = openSmtp(smtpUrl, deps.log, impatient);
  await Promise.all(
    mails.map(async (mail) => {
      const message = await write(mail);
      if (message === null) return;
      await transport.send({ ...addressed(mail, hostname), date: at, from, message });
    }),
  );
  transport.close();
}
