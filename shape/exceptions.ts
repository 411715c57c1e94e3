/** What is larger or smaller than the rule, and why. */

/** An entry that is no longer needed fails. */
export const longFiles: Record<string, string> = {
  'server/db/tables.ts': 'One interface a table, read next to the schema dump, in its order.',
};
