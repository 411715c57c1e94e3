/** Why the provider's list could not be read, and what to do: shown to administrators. */
export class HistoryFailure extends Error {
  /** Asking again in some minutes may help. */
  readonly isTemporary: boolean;
  /** The provider does not know the account, or its passphrase is another one. */
  readonly isOfAccount: boolean;

  constructor(message: string, isTemporary = false, isOfAccount = false) {
    super(message);
    this.isTemporary = isTemporary;
    this.isOfAccount = isOfAccount;
  }
}

export function unreadable(what: string): HistoryFailure {
  return new HistoryFailure(
    `PayFast's list of transactions could not be read: ${what}. Compare the payments by hand in your PayFast account, and report this.`,
  );
}
