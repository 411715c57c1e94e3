import { sql } from 'kysely';
import type { TestSite } from './app.ts';

/** The membership invoices of those with that last name, by number. */
export async function renewalsOf(site: TestSite, lastName: string) {
  return site.db
    .selectFrom('invoices')
    .selectAll()
    .where('payer_last_name', '=', lastName)
    .where('member_type_id', 'is not', null)
    .orderBy('number')
    .execute();
}

/** The mails about an invoice. */
export async function mailsOf(site: TestSite, invoiceId: string) {
  return site.db
    .selectFrom('mails')
    .selectAll()
    .where(sql<boolean>`about ->> 'invoiceId' = ${invoiceId}`)
    .execute();
}
