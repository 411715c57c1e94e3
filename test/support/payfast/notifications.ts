import { donationTypeNames } from '#contract/donations/endpoints.ts';
import { searchNotifications } from '#contract/payments/notifications.ts';
import type { PaymentKind } from '#contract/payments/endpoints.ts';
import { donate } from '#server/features/donations/donate.ts';
import { encodeFields, type Field } from '#server/platform/payfast/fields.ts';
import { notificationSignature } from '#server/platform/payfast/signature.ts';
import {
  notificationDepsOf,
  processNotification,
  type NotificationDeps,
} from '#server/features/payments/notifications/process-notification.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import type { TestApp } from '#test/support/app.ts';

let lastPayment = 1_089_250;

/** The fields of a notification as the provider sends them: paid, unless `changes` says otherwise. */
export function toldOf(recordId: string, changes: Record<string, string | null> = {}): Field[] {
  const fields: Record<string, string | null> = {
    m_payment_id: recordId,
    pf_payment_id: String(++lastPayment),
    payment_status: 'COMPLETE',
    item_name: 'TGA - Membership Payment',
    item_description: '',
    amount_gross: '450.00',
    amount_fee: '-10.35',
    amount_net: '439.65',
    custom_str1: '',
    name_first: 'Thandi',
    name_last: "O'Brien ~ Ngũgĩ",
    email_address: 'sbtu01@payfast.io',
    merchant_id: '10000100',
    ...changes,
  };
  return Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [{ name, value }],
  );
}

/** The body, signed with the sandbox's passphrase unless another is passed. */
export function signed(fields: Field[], passphrase = 'jt7NOE43FZPn'): string {
  const parameters = encodeFields(fields);
  return `${parameters}&signature=${notificationSignature(parameters, passphrase)}`;
}

/** Posts it as the provider does, from this machine unless `from` is set. */
export function notify(
  app: TestApp,
  kind: PaymentKind,
  payload: string | Buffer,
  { from = '127.0.0.1', headers = {} }: { from?: string; headers?: Record<string, string> } = {},
) {
  return app.fastify.inject({
    method: 'POST',
    url: `/api/payments/payfast/${kind}`,
    payload,
    remoteAddress: from,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}

/** Processes all due notifications, as the job does. */
export async function judgeDue(
  app: TestApp,
  deps: NotificationDeps = notificationDepsOf(app),
): Promise<void> {
  const due = await app.db
    .selectFrom('card_notifications')
    .select('id')
    .where('next_attempt_at', '<=', app.clock.now())
    .orderBy('received_at')
    .execute();
  await Promise.all(due.map(({ id }) => processNotification(deps, id)));
}

/** The notifications for a record as an administrator sees them, oldest first. */
export async function shown(app: TestApp, recordId: string, verdict?: string) {
  const { token } = await naledi(app);
  const body = { recordId, pageSize: 100, sortBy: 'CreatedUtc', ...(verdict ? { verdict } : {}) };
  const { data } = await callApi(app, searchNotifications, { body }, { token });
  return data.results;
}

/** An unpaid donation by card, of R450.00 unless `amount` is set. */
export async function pledged(app: TestApp, amount = 450): Promise<string> {
  const { id } = await donate(app.ctx(), {
    firstName: 'Thandi',
    lastName: 'Dlamini',
    email: 'thandi@example.org',
    donationTypeId: await donationTypeId(app, donationTypeNames.card),
    amount,
  });
  return id;
}

export async function donationTypeId(app: TestApp, name: string): Promise<string> {
  const row = await app.db
    .selectFrom('donation_types')
    .select('id')
    .where('name', '=', name as 'EFT')
    .executeTakeFirstOrThrow();
  return row.id;
}
