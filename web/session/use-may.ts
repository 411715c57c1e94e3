import { type Needs, rolesAllow } from '#contract/roles.ts';
import { useSession } from './use-session.ts';

/** Whether the roles of the user allow something. The server decides; this hides what it would refuse. */
export function useMay(): (needs: Needs) => boolean {
  const roles = useSession()?.roles ?? [];
  return (needs) => rolesAllow(roles, needs);
}
