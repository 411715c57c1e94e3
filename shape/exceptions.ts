/** What is larger or smaller than the rule, and why. */

/** An entry that is no longer needed fails. */
export const longFiles: Record<string, string> = {
  'server/db/tables.ts': 'One interface a table, read next to the schema dump, in its order.',
};

export const oddFolders: Record<string, string> = {
  'web/dashboard': 'Empty, as specified.',
  'web/theme': 'One thing, which the layouts and the first script share.',
  'server/testing': 'What tests arrange with, one tool a file; nothing of it is the product.',
  'e2e/fixtures': 'What stories arrange with and each page as people find it, one a file.',
  server: 'What starts it and puts the parts together; each is known by its name.',
  bench: 'One program for each thing that is measured.',
  contract: 'One file a feature, and the server and the browser look nowhere else.',
};
