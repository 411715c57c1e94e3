/** Where the draft is kept; known without the wizard, which comes in a file of its own. */
export const draftKey = 'registration';

export function hasDraft(): boolean {
  return sessionStorage.getItem(draftKey) !== null;
}
