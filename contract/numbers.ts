const digits = 5;

/** `00042`. */
export function membershipNumber(number: number): string {
  return String(number).padStart(digits, '0');
}

/** `INV-00042`. */
export function invoiceNumber(number: number): string {
  return `INV-${String(number).padStart(digits, '0')}`;
}

/** `CN-00042`: the document of a write-off. */
export function creditNoteNumber(number: number): string {
  return `CN-${String(number).padStart(digits, '0')}`;
}

/** `DON-00042`: what a donor writes on a bank transfer. */
export function donationReference(number: number): string {
  return `DON-${String(number).padStart(digits, '0')}`;
}
