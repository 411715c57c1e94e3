/** The draft's storage key, in its own file so that main.tsx does not load the wizard. */
export const draftKey = 'registration';

export function hasDraft(): boolean {
  return sessionStorage.getItem(draftKey) !== null;
}
