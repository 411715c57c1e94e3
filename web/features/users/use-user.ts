import { getUser, type User } from '#contract/users.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useVersion, type Versioned } from '#web/forms/use-loaded-record.ts';

export type Version = Versioned<{ user: User }>;

export function useUser(id: string) {
  return useVersion(
    ['users', 'one', id],
    (options) => callWithEtag(getUser, { params: { id } }, options),
    (user) => ({ user }),
  );
}
