/** Files and folders above the limits of `sizes.ts`, and why. An entry that is not needed fails. */
export const longFiles: Record<string, string> = {
  'server/db/tables.ts': 'One interface per table, in the order of the schema dump.',
};

export const crowdedFolders: Record<string, string> = {
  contract: 'One file per feature; the server and the browser look nowhere else.',
};
