/** The file cannot be read. The message is a sentence for people. */
export class BadFileError extends Error {}
