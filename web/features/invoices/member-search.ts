import type { BodyOf } from '#contract/endpoint.ts';
import { type Member, searchMembers } from '#contract/members/endpoints.ts';
import { call } from '#web/api/call.ts';

type Filters = Partial<BodyOf<typeof searchMembers>>;

const most = 8;

/** A member search from free text: a number, an email, one name or both names. */
export async function findMembers(typed: string, signal: AbortSignal): Promise<Member[]> {
  const pages = await Promise.all(
    filtersFor(typed).map((filters) =>
      call(searchMembers, { body: { ...filters, pageSize: most }, signal }),
    ),
  );
  const members = pages.flatMap(({ results }) => results);
  return [...new Map(members.map((member) => [member.id, member])).values()].slice(0, most);
}

/** `van der Merwe` may be a whole last name, or a first name and a last name. */
export function filtersFor(typed: string): Filters[] {
  const text = typed.trim().replaceAll(/\s+/g, ' ');
  if (/^\d+$/.test(text)) return [{ membershipNumber: text }];
  if (text.includes('@')) return [{ email: text }];
  const [first = '', ...rest] = text.split(' ');
  if (rest.length === 0) return [{ lastName: text }, { firstName: text }];
  return [{ firstName: first, lastName: rest.join(' ') }, { firstName: text }, { lastName: text }];
}
