import { sql } from 'kysely';
import type { EndpointShape, InputOf } from '#contract/endpoint.ts';
import { callApi } from '#test/support/call.ts';
import { drafted } from '#test/support/mail/bulk.ts';
import type { GrowthCall, GrowthFixture } from './measured-app.ts';

/** Bulk emails for the measured calls. */
export function openBulkEmails({ app, as }: GrowthFixture) {
  /** A call about the bulk email that `make` returns. */
  function onOne<E extends EndpointShape>(
    endpoint: E,
    make: () => Promise<string>,
    body?: object,
  ): GrowthCall {
    return async () => {
      const input = { params: { id: await make() }, ...(body ? { body } : {}) };
      return () => callApi(app, endpoint, input as InputOf<E>, as);
    };
  }

  /** One of the bulk emails of `seedHistory`. */
  async function seeded(subject: string): Promise<string> {
    const email = await app.db
      .selectFrom('bulk_emails')
      .select('id')
      .where('subject', '=', subject)
      .executeTakeFirstOrThrow();
    return email.id;
  }

  const draft = () => drafted(app, { subject: 'News' });

  async function form() {
    const list = await app.db
      .selectFrom('communication_lists')
      .select('id')
      .where('name', '=', 'All members')
      .executeTakeFirstOrThrow();
    const content = '<p>Hello {{FirstName}}</p>';
    return { communicationListId: list.id, subject: 'News', content };
  }

  /** A run with ten recipients. */
  async function running(): Promise<string> {
    const id = await draft();
    await sql`UPDATE bulk_emails SET processing_at = ${app.clock.now()} WHERE id = ${id}`.execute(
      app.db,
    );
    await sql`
      INSERT INTO bulk_recipients (bulk_email_id, email, name, replacements)
      SELECT ${id}, n || '@example.org', '', '{}' FROM generate_series(1, 10) n`.execute(app.db);
    return id;
  }

  return { onOne, seeded, draft, form, running };
}
