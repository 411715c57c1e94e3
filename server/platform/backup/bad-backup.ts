/** The file cannot be restored. The message is a sentence for people: what is wrong, and what to do. */
export class BadBackup extends Error {
  override name = 'BadBackup';
}
