import { useRef } from 'react';
import type { BodyOf } from '#contract/endpoint.ts';
import { createMember, updateMember } from '#contract/members.ts';
import { type ApiError, asApiError } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import {
  changedFields,
  type MemberValues,
  nobody,
  type Version,
  valuesOf,
} from './member-values.ts';
import { readMember } from './use-member.ts';

// Checked by the form: the title is one of those that there are.
type NewMember = BodyOf<typeof createMember>;
type Change = BodyOf<typeof updateMember>;
const stale = 412;

export type Sent = { version: Version } | { error: ApiError | null };

/** Enters the member, or changes what was changed of one. */
export function useSendMember() {
  const creating = useCall(createMember);
  const updating = useCall(updateMember);
  // The address that may be in use because an earlier answer was lost: the server tells them apart.
  const unanswered = useRef<string>(null);

  async function send(version: Version | null, values: MemberValues): Promise<Sent> {
    if (version === null) {
      const outcome = await creating.send({ body: changedFields(nobody, values) as NewMember });
      if (outcome.ok)
        return { version: { member: outcome.data, etag: outcome.etag, relatives: [] } };
      return failed(outcome.error, values);
    }
    const body = changedFields(valuesOf(version), values) as Change;
    if (Object.keys(body).length === 0) return { version };
    const params = { id: version.member.id };
    const outcome = await updating.send({ params, body }, { ifMatch: version.etag });
    if (outcome.ok) return { version: { ...version, member: outcome.data, etag: outcome.etag } };
    if (outcome.error?.status === stale) return lookAgain(version, body, outcome.error);
    return failed(outcome.error, values);
  }

  function failed(error: ApiError | null, { email }: MemberValues): Sent {
    if (error && (error.status === 0 || error.status >= 500)) unanswered.current = email;
    return { error };
  }

  return { send, mayBeOwn: (email: string) => unanswered.current === email };
}

/** An earlier press may have saved it and its answer was lost: what is as it should be is no conflict. */
async function lookAgain(version: Version, wanted: Change, error: ApiError): Promise<Sent> {
  try {
    const { member, etag } = await readMember(version.member.id);
    const stored: Record<string, unknown> = { ...valuesOf({ ...version, member }) };
    const isThere = Object.entries(wanted).every(([name, value]) => stored[name] === value);
    return isThere ? { version: { ...version, member, etag } } : { error };
  } catch (thrown) {
    return { error: asApiError(thrown) };
  }
}
