/** Why the provider's list could not be read, and what to do: shown to administrators. */
export class HistoryFailure extends Error {
  /** Asking again in some minutes may help. */
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary = false) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

export function unreadable(what: string): HistoryFailure {
  return new HistoryFailure(
    `PayFast's list of transactions could not be read: ${what}. Compare the payments by hand in your PayFast account, and report this.`,
  );
}
