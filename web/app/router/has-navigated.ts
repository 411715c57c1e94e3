import { createContext, useContext } from 'react';

/** True on every page after the first one that was opened. */
export const HasNavigated = createContext(false);

/** Whether this page followed another one, rather than being the first that was opened. */
export function useHasNavigated(): boolean {
  return useContext(HasNavigated);
}
