import { formatRand } from '#contract/money.ts';

/** Texts of My Profile. Texts of the API calls are next to the endpoints. */
export const profileTexts = {
  discard: 'Discard',
  saved: 'Your details are saved.',
  savedBut: 'Your details were saved, but not all of the relatives:',
  pictureFailed: 'Your details were saved, but not the picture.',
  newAddress:
    'After you save, you sign in with this address. We send a notice to the old address, and your other devices are signed out.',
  howToRenew: 'To renew for another year, check your details and press Save and Renew.',
  payingRenews: 'When this is paid, your membership is renewed.',
  chooseType: 'You can change your member type now, because your membership is due for renewal.',
  typeChanged:
    'When you save, an open invoice for the old type is voided. The fee of the new type applies.',
  cleared: (names: string) =>
    `Only the family type has relatives. ${names} will be hidden. They return when you choose the family type again. Unsaved changes to them are lost.`,
  restorable: (names: string) =>
    `There were relatives before: ${names}. Do you want to restore them? Relatives that you do not restore are deleted when you save.`,
  relativesReturn: 'Relatives who were here before come back when you save.',
  closedInvoices: (count: number) => `Paid and closed invoices (${count})`,
  postalAddress: (line: string) => (line === '' ? 'Postal address' : `Postal address: ${line}`),
  toPay: (number: string, rand: number) => `${number}, ${formatRand(rand)}`,
  payByCard: (rand: string) => `Pay ${rand} by card`,
  proofSent: 'We have your proof of payment',
  howToPay: 'How to pay by bank transfer (EFT)',
} as const;

/** Texts of the Renew Membership dialog. product-rules 18.8. */
export const renewDialogTexts = {
  open: 'Save and Renew',
  title: 'Renew Membership',
  member: ({ firstName, lastName }: { firstName: string; lastName: string }) =>
    `Member: ${firstName} ${lastName}`,
  fee: (rand: number) => `Renewal Fee: R${rand.toFixed(2)}`,
  card: 'Credit Card (PayFast)',
  eft: 'EFT (Bank Transfer)',
  chooseMethod: 'Choose how you want to pay, then press Proceed.',
  openInvoice: (number: string) =>
    `${number} is waiting for payment. Proceed does not make another invoice. It changes how you pay this one.`,
  cardNext:
    'You continue to PayFast, our card provider. Your membership is renewed as soon as you have paid.',
  eftNext:
    'You get an invoice with our bank details. Your membership is renewed when the payment has arrived.',
  proceed: 'Proceed',
  saveOnly: 'Save without renewing',
  free: 'This membership is free. There is nothing to pay.',
  renewed: 'Your membership is renewed.',
  notOpened:
    'Your details are saved, but the renewal did not open. Press Reload, then Save and Renew again.',
  notSaved: 'Your changes are not saved, and no invoice was created. Your input is still here.',
  maybeSaved:
    'We do not know whether your changes were saved. Your input is still here, and no invoice was created. Press Proceed again.',
  noInvoice: 'Your changes are saved, but no invoice was created.',
  maybeInvoice:
    'Your changes are saved. We do not know whether the invoice was created. Press Proceed again; only one invoice is created.',
} as const;
