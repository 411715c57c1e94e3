import { sql } from 'kysely';
import pg from 'pg';

const mark = '/* planned once */';

/**
 * A statement that begins with this is read and planned once on each connection, not each time.
 * Only for what is asked all the time, in a few wordings, and whose best plan is the same whatever
 * its values: the plan of a search depends on what is searched for. Decision 29.
 */
export const plannedOnce = sql.raw(mark);

/** The names that connections know such statements by. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `planned_${names.size}`;
  names.set(text, name);
  return name;
}

/** A connection that gives them names, by which the database keeps their plans. */
export const NamingClient = class extends pg.Client {
  // The overloads are the library's; what is no plain text with values goes through as it came.
  override query(...given: unknown[]): never {
    const [text, values, ...more] = given;
    const named =
      typeof text === 'string' && text.startsWith(mark)
        ? [{ name: nameOf(text), text, values }, ...more]
        : given;
    return (super.query as (...given: unknown[]) => never)(...named);
  }
};
