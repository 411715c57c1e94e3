import { formatRand } from '#contract/money.ts';

/** What My Profile says; the calls' own sentences stand beside them. */
export const profileTexts = {
  discard: 'Discard',
  saved: 'Your details are saved.',
  savedBut: 'Your details were saved, but not all of the relatives:',
  pictureFailed: 'Your details were saved, but not the picture.',
  newAddress:
    'You sign in with this address from then on. We tell the old address, and other devices are signed out.',
  howToRenew: 'To renew for another year, check your details and press Save and Renew.',
  chooseType: 'You can change your member type now, while your membership is to be renewed.',
  typeChanged:
    'When you save, an open invoice for the old type is withdrawn. The new fee is that of the new type.',
  cleared: (names: string) =>
    `Only the family type has relatives. ${names} will not be shown any more. They come back when you take the family type again. Changes to them that are not saved are lost.`,
  restorable: (names: string) =>
    `There were relatives before: ${names}. Do you want them back? Those you leave out are deleted when you save.`,
  relativesReturn: 'Relatives who were here before come back when you save.',
  toPay: (number: string, rand: number) => `${number}, ${formatRand(rand)}`,
  payByCard: (rand: string) => `Pay ${rand} by card`,
  howToPay: 'How to pay by bank transfer (EFT)',
} as const;

/** The words of the Renew Membership dialog. product-rules 18.8. */
export const renewDialogTexts = {
  open: 'Save and Renew',
  title: 'Renew Membership',
  fee: (rand: number) => `Renewal Fee: R${rand.toFixed(2)}`,
  card: 'Credit Card (PayFast)',
  eft: 'EFT (Bank Transfer)',
  chooseMethod: 'Choose how you want to pay, then press Proceed.',
  cardNext: 'You go on to PayFast, our card provider. You are renewed as soon as you have paid.',
  eftNext: 'We email you an invoice with our bank details. You are renewed when the money is here.',
  proceed: 'Proceed',
  saveOnly: 'Save without renewing',
  free: 'This membership is free: there is nothing to pay.',
  renewed: 'Your membership is renewed.',
  notOpened:
    'Your details are saved, but the renewal did not open. Press Reload, then Save and Renew again.',
  notSaved: 'Your changes are not saved, and no invoice was made. All you typed is still here.',
  maybeSaved:
    'We do not know whether your changes were saved. All you typed is still here, and no invoice was made: press Proceed again.',
  noInvoice: 'Your changes are saved, but no invoice was made.',
  maybeInvoice:
    'Your changes are saved. We do not know whether the invoice was made: press Proceed again, there will be only one.',
} as const;
