import { sql } from 'kysely';
import type { TestApp } from './app.ts';

/** The membership invoices of the members with that last name, by number. */
export async function renewalsOf(app: TestApp, lastName: string) {
  return app.db
    .selectFrom('invoices')
    .selectAll()
    .where('payer_last_name', '=', lastName)
    .where('member_type_id', 'is not', null)
    .orderBy('number')
    .execute();
}

/** The mails that belong to an invoice. */
export async function mailsOf(app: TestApp, invoiceId: string) {
  return app.db
    .selectFrom('mails')
    .selectAll()
    .where(sql<boolean>`about ->> 'invoiceId' = ${invoiceId}`)
    .execute();
}
