/** What the administrator's form of a member says; the calls' own sentences stand beside them. */
export const memberFormTexts = {
  automatic: 'Follows the payments',
  automaticHint: 'Pending until the first payment; then it follows the paid periods by itself.',
  followsPeriods: 'The status follows the paid periods by itself.',
  setByHand: (name: string, day: string) =>
    name === '' ? `Set by hand on ${day}` : `Set by hand by ${name} on ${day}`,
  returnToAutomatic: 'Return to automatic',
  askAutomatic: 'Return to automatic?',
  automaticBody: 'The status will follow the paid periods by itself again. This happens at once.',
  isAutomatic: 'The status follows the paid periods again.',
  deactivating:
    'A deactivated member is signed out at once and cannot sign in. No payment lifts it.',
  numberComes: 'Given when the member is added',
  noNumber: 'None yet: given with the first payment',
  neverPaid: 'No paid period yet',
  noOpenInvoice: 'None',
  none: 'None',
  byHand:
    'Set by hand, it stays until the next payment, until you return it to automatic, or until the paid period ends.',
  activeByHand:
    'No paid period runs: one is entered by hand, without a payment, to the end of the membership year.',
  typeChanged: 'When you save, an open membership invoice is voided: it is for the old type.',
  askInvite: (email: string) =>
    `${email} will be sent a link to choose a password. It is good for 14 days.`,
  invited: (email: string) => `Invitation sent to ${email}.`,
  invoicesUnknown: 'The invoices could not be loaded.',
  sendInvitation: 'Send invitation',
  invitedOn: (day: string) => `Invited on ${day}; no password chosen yet`,
  notInvited: 'Not invited yet; no password chosen',
  hasPassword: 'Has chosen a password and can sign in.',
  invitedWhenAdded: 'An invitation with a link to choose a password is sent to this address.',
  newAddress: 'The member signs in with this address from then on. The old address is told.',
  newAddressUninvited:
    'When it is saved, a new invitation goes to this address. The link in the old one opens nothing any more.',
  savedInvited: (email: string) => `Member saved. An invitation was sent to ${email}.`,
  relativesReturn: 'Relatives who were here before come back when you save.',
  cleared: (names: string) =>
    `Only the family type has relatives. ${names} will not be shown any more. They come back when the member has the family type again. Changes to them that are not saved are lost.`,
  restorable: (names: string) =>
    `There were relatives before: ${names}. Do you want them back? Those you leave out are deleted when you save.`,
  added: (email: string, number: string) =>
    `Member ${number} added. An invitation was sent to ${email}.`,
  addedUninvited: (number: string) => `Member ${number} added, without an invitation.`,
  savedBut: 'The member was saved, but not all of the relatives:',
  addedBut: 'The member was added and invited, but not all of the relatives:',
  deleting: (name: string) =>
    `${name} will be deleted with all relatives, and cannot sign in any more. Someone who ever had a membership or paid is archived instead: the payments stay in the books, and the number is given back to whoever registers with the same address again. Open invoices are voided.`,
} as const;
