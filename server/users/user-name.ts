import type { User } from '#contract/users.ts';

export function userName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim();
}
