import type { User } from '#contract/users/endpoints.ts';

export function userName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim();
}
