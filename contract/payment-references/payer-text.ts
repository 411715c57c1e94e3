/** The part of a bank's text that the payer has typed. */
export interface PayerText {
  /** Behind its last character. */
  end: number;
  /** Whether what ends here may have been longer. */
  isFullAt: (end: number) => boolean;
}

/** What Capitec appends to the payer's text: the kind, padded to ten, and ten digits. */
const appendedKind = /(?:payment|transfer|salary) {0,9}\d{10}$/i;

/** In ten characters before the payer's text. */
const senders =
  /absa bank |bidvestcrs|capitec {3}|cashfocus |citibank {2}|firstrand |fnb {7}|investecpb|nedbank {3}|netcash {4}|olympusmb |payaccsys |payfast {3}|sagepay {3}|stancom {3}/i;

/** How banks name a payment that comes in, without a sender behind it. */
const incoming =
  /^(?:rev-)?(?:fnb app (?:payment|transfer|geo payment) from|fnb ob pmt|int-banking pmt frm|magtape credit|rtc credit|rtc deposit|payshap credit|scheduled pymt from|acb credit|direct credit|digital payment cr|inetbnk (?:pay|trf) credit|credit transfer|ib (?:payment|transfer) from|real time transfer from|payshap payment from|inward eft credit|deposit transfer|payment received:|eft from|pay in)\s+/i;

/** A bank passes on 20 characters of the payer, an e-mailed statement 16 with the sender. */
const payerLength = 20;
const mailedLength = 16;

export function payerTextOf(text: string): PayerText {
  const whole = text.trimEnd().length;
  const kind = appendedKind.exec(text.slice(Math.max(0, whole - 24), whole))?.[0] ?? '';
  const end = text.slice(0, whole - kind.length).trimEnd().length;
  const isPadded = kind !== '' && end < whole - kind.length;
  const sender = senders.exec(text);
  const name = incoming.exec(text)?.[0].length ?? 0;
  const start = sender === null ? name : sender.index + 10;
  const isKnown = start > 0;
  const least = isKnown ? payerLength : mailedLength;
  const isFullAt = (at: number) =>
    !isPadded && (kind !== '' || at - start >= least || whole === mailedLength);
  return { end, isFullAt };
}
