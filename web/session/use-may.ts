import { createContext, use } from 'react';
import type { Needs } from '#contract/permissions.ts';

type May = (needs: Needs) => boolean;

/**
 * Filled by the layout of the pages behind the sign-in. Public pages need no permission, so they load no
 * table of roles.
 */
export const MayContext = createContext<May>((needs) => needs === undefined);

/** Whether the roles of the user allow something. The server decides; this hides what it would refuse. */
export function useMay(): May {
  return use(MayContext);
}
