/** Texts of importing records from a spreadsheet. product-rules 20. */
/** The last column of the file with the problems. It is ignored when it comes back. */
export const problemHeading = 'Problem';

export const importTexts = {
  heading: 'Imports',
  newHeading: 'New Import',
  button: 'Import',
  failed: 'Failed to fetch the imports',
  notFound: 'This import does not exist.',
  none: 'Nothing has been imported yet.',
  noFile: 'Please choose a file.',
  noName: 'The name of the file is missing.',
  tooLarge: 'A file is at most 20 MB. Delete what is not needed, or divide it into several files.',
  tooManyOpen: 'There are already 20 files waiting. Import or discard some of them first.',
  otherBusy: 'Another import is running. Wait until it is done, then try again.',
  isBusy: 'This import is running. Wait until it is done, then try again.',
  notChecked: 'Check the rows first. The file or the columns have changed since.',
  nothingNew: 'There is nothing to import: no row is new or would change a record.',
  notImported: 'Only an import that is complete can be undone.',
  alreadyDone: 'This import is complete. Undo it to change something.',
  isGone: 'The rows of this import were deleted after 30 days. It can no longer be changed.',
  prevented: 'This import cannot be undone, because something depends on it. See the list.',
  wrongColumns: 'The columns do not fit this file. Reload the page and try again.',
  twice: (label: string) => `Two columns are both “${label}”. Choose it for one of them.`,
  missing: (label: string) => `No column is “${label}”. Choose the column that has it.`,
  failedRow: 'This row could not be saved. Try to import it again in a new file.',
} as const;
