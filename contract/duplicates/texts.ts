/** Apart, because pages show these without the calls. */
export const duplicateLinkTexts = {
  mayBeHere: 'Is this person here already?',
  addAnyway: 'No, add the member',
  goBack: 'Go back',
  ofMember: 'Possible duplicates',
  ledHere: 'The record that you opened was merged into this one.',
} as const;
