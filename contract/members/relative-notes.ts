/** Texts about relatives that no visitor who registers sees, apart so that they do not load them. */
export const relativeNotes = {
  agedOut: (name: string, born: string) =>
    `${name}, born on ${born}, has turned 19 and is no longer covered by this membership. You do not need to do anything. If the date of birth is wrong, please add them again.`,
  notSaved: (name: string, why: string) => `${name}: ${why}`,
  notRemoved: (name: string, why: string) => `${name} was not removed: ${why}`,
} as const;

/** Of the calls about relatives. */
export const relativeRefusals = {
  familyOnly: 'Only the family type has relatives.',
  notFound: 'This relative does not exist.',
  hidden: 'Relatives are kept but not shown while the member type is not the family type.',
} as const;
