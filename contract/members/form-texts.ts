import { keptHere } from '#contract/communication/kept-mail.ts';

/** Texts of the administrator's member form. Texts of the API calls are next to the endpoints. */
export const memberFormTexts = {
  automatic: 'Follows the payments',
  automaticHint:
    'Pending until the first payment, or Active at once with a free member type. Then it follows the periods automatically.',
  followsPeriods: 'The status follows the paid periods automatically.',
  setByHand: (name: string, day: string) =>
    name === '' ? `Set by hand on ${day}` : `Set by hand by ${name} on ${day}`,
  returnToAutomatic: 'Return to automatic',
  askAutomatic: 'Return to automatic?',
  automaticBody: 'The status will follow the paid periods again, starting now.',
  isAutomatic: 'The status follows the paid periods again.',
  deactivating:
    'A deactivated member is signed out at once and cannot sign in. A payment does not change this.',
  numberComes: 'Assigned when the member is added',
  noNumber: 'Assigned with the first payment',
  neverPaid: 'No paid period yet',
  noOpenInvoice: 'None',
  provinceOfCode: (province: string | null) =>
    province === null ? 'From the zip code' : `From the zip code: ${province}`,
  provinceHint: 'Near a border the zip code can be wrong. Choose another province to correct it.',
  none: 'None',
  byHand:
    'A status set by hand lasts until the next payment, until you return it to automatic, or until the paid period ends.',
  activeByHand:
    'There is no current paid period. One is added without a payment, until the end of the membership year.',
  typeChanged:
    'When you save, an open membership invoice is voided, because it is for the old type.',
  askInvite: (email: string, isMailKept: boolean) =>
    isMailKept
      ? `The invitation to ${email} is ${keptHere}`
      : `${email} will receive a link to choose a password. It is valid for 14 days.`,
  invoicesUnknown: 'The invoices could not be loaded.',
  sendInvitation: 'Send invitation',
  invitedOn: (day: string) => `Invited on ${day}; no password chosen yet`,
  invitationKept: (day: string) =>
    `Invitation of ${day} kept here, not sent; no password chosen yet`,
  notInvited: 'Not invited yet; no password chosen',
  hasPassword: 'Has chosen a password and can sign in.',
  invitedWhenAdded:
    'An invitation with a link to choose a password is sent to this address. If the person has no email, enter an address that the office reads and that no other member has, such as office+dlamini@example.org with your own name and domain. Mail for the member then comes to you.',
  newAddress:
    'After you save, the member signs in with this address. A notice is sent to the old address.',
  newAddressUninvited:
    'When you save, a new invitation is sent to this address. The link in the old invitation stops working.',
  savedInvited: (invitation: string) => `Member saved. ${invitation}`,
  relativesReturn: 'Relatives who were here before come back when you save.',
  cleared: (names: string) =>
    `Only the family type has relatives. ${names} will be hidden. They return when the member has the family type again. Unsaved changes to them are lost.`,
  restorable: (names: string) =>
    `There were relatives before: ${names}. Do you want to restore them? Relatives that you do not restore are deleted when you save.`,
  added: (invitation: string, number: string) => `Member ${number} added. ${invitation}`,
  addedUninvited: (number: string) => `Member ${number} added, without an invitation.`,
  savedBut: 'The member was saved, but not all of the relatives:',
  addedBut: 'The member was added, but not all of the relatives:',
} as const;
