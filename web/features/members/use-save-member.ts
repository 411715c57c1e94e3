import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { checkEmail, emailTexts } from '#contract/auth/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { MemberType } from '#contract/member-types/endpoints.ts';
import { createMember, memberForm, updateMember } from '#contract/members/endpoints.ts';
import { type ApiError, asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { problemIn } from '#web/forms/problem-in.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import {
  changedFields,
  type MemberValues,
  mergeValues,
  nobody,
  settled,
  valuesOf,
  type LoadedMember,
} from './member-values.ts';
import { type MemberEdit, readMember } from './use-member-form.ts';
import { refusedHere, type Saved, useSaveRelatives } from './use-save-relatives.ts';

/**
 * Saves the member, then the relatives, and returns what is stored. Refused values stay in the
 * form. `savedBut` starts the message if only relatives were refused.
 */
export function useSaveMember(
  edit: MemberEdit,
  types: readonly MemberType[],
  savedBut: (isNew: boolean) => string,
) {
  const email = useEmailCheck(edit.form, edit.base.email);
  const sending = useSendMember();
  const relatives = useSaveRelatives(edit, types, savedBut);
  const [isStale, setStale] = useState(false);
  const client = useQueryClient();
  const confirm = useConfirm();

  async function save(typed: MemberValues): Promise<Saved> {
    edit.setProblem(null);
    edit.setMerged(false);
    const values = settled(edit.base, typed, edit.deactivatedId);
    if (!(await checkEmail(values))) return refusedHere;
    if (edit.loaded === null && !(await mayAdd())) return refusedHere;
    const sent = await sending.send(edit.loaded, values);
    if (!('loaded' in sent)) {
      if (sent.error) refuse(sent.error);
      return { ok: false, error: sent.error };
    }
    setStale(false);
    return relatives.save(sent.loaded, values);
  }

  /** Without its code the question is not asked, as without an answer of the check. */
  async function mayAdd(): Promise<boolean> {
    const code = await import('#web/features/duplicates/same-person.tsx').catch(() => null);
    return (await code?.askSamePerson(client, confirm, edit.form.getValues())) ?? true;
  }

  /** Fills the form with what was stored, and keeps what was typed since `before`. */
  async function showStored(saved: LoadedMember, before: MemberValues): Promise<LoadedMember> {
    const loaded = await latestOf(saved);
    const stored = valuesOf(loaded);
    const alone = (values: MemberValues) => ({ ...values, relatives: [] });
    const fields = mergeValues(alone(before), alone(edit.form.getValues()), stored);
    edit.fill(loaded, { ...fields, relatives: stored.relatives });
    return loaded;
  }

  /** A new family type restores hidden relatives. */
  async function latestOf(saved: LoadedMember): Promise<LoadedMember> {
    const { id, memberTypeID } = saved.member;
    if (memberTypeID === edit.base.memberTypeID) return saved;
    return readMember(id).catch(() => saved);
  }

  /** Whether the email may be used; if not, the field shows why. */
  async function checkEmail({ email: typed }: MemberValues): Promise<boolean> {
    const message = sending.mayBeOwn(typed) ? null : await email.refusalOf(typed);
    if (message !== null) edit.errors.showServerErrors([{ field: 'email', message }]);
    return message === null;
  }

  async function checkEmailOnBlur(): Promise<void> {
    if (!sending.mayBeOwn(edit.form.getValues('email'))) await email.checkOnBlur();
  }

  function refuse(error: ApiError) {
    setStale(error.status === 412 || (error.status === 409 && error.errors.length === 0));
    edit.setProblem(problemIn(error, edit.errors));
  }

  async function reload(id: string) {
    const from = edit.base;
    if (!(await edit.readAgain(id, { from, typed: edit.form.getValues() }))) return;
    setStale(false);
    edit.setMerged(true);
  }

  const { loaded, reloading } = edit;
  return {
    save,
    showStored,
    checkEmail,
    checkEmailOnBlur,
    /** Someone else has changed the record: `reload` loads the latest version and keeps what was typed. */
    stale: isStale && loaded ? { reload: () => void reload(loaded.member.id), reloading } : null,
  };
}

// The form has checked that the title is valid.
type NewMember = BodyOf<typeof createMember>;

type Change = BodyOf<typeof updateMember>;

const stale = 412;

type Sent = { loaded: LoadedMember } | { error: ApiError | null };

/** Creates the member, or sends the changed fields. */
function useSendMember() {
  const creating = useCall(createMember);
  const updating = useCall(updateMember);
  // An earlier call without a response may have stored this email, so the server decides.
  const unanswered = useRef<string>(null);

  async function send(loaded: LoadedMember | null, values: MemberValues): Promise<Sent> {
    if (loaded === null) {
      const outcome = await creating.send({ body: changedFields(nobody, values) as NewMember });
      if (outcome.ok)
        return { loaded: { member: outcome.data, etag: outcome.etag, relatives: [] } };
      return failed(outcome.error, values);
    }
    const body = changedFields(valuesOf(loaded), values) as Change;
    if (Object.keys(body).length === 0) return { loaded };
    const params = { id: loaded.member.id };
    const outcome = await updating.send({ params, body, ifMatch: loaded.etag });
    if (outcome.ok) return { loaded: { ...loaded, member: outcome.data, etag: outcome.etag } };
    if (outcome.error?.status === stale) return lookAgain(loaded, body, outcome.error);
    return failed(outcome.error, values);
  }

  function failed(error: ApiError | null, { email }: MemberValues): Sent {
    if (error && (error.status === 0 || error.status >= 500)) unanswered.current = email;
    return { error };
  }

  return { send, mayBeOwn: (email: string) => unanswered.current === email };
}

/**
 * If an earlier call succeeded and its response was lost, the stored record equals the input: no
 * conflict.
 */
async function lookAgain(loaded: LoadedMember, change: Change, error: ApiError): Promise<Sent> {
  try {
    const { member, etag } = await readMember(loaded.member.id);
    const stored: Record<string, unknown> = { ...valuesOf({ ...loaded, member }) };
    const isThere = Object.entries(change).every(([name, value]) => stored[name] === value);
    return isThere ? { loaded: { ...loaded, member, etag } } : { error };
  } catch (thrown) {
    return { error: asApiError(thrown) };
  }
}

/** Checks whether a changed email is already used. product-rules 15.7. */
function useEmailCheck(form: UseFormReturn<MemberValues, unknown, MemberValues>, own: string) {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  /** The refusal; null if the email may be used. */
  async function refusalOf(email: string): Promise<string | null> {
    if (email === own) return null;
    try {
      const isTaken = await call(checkEmail, { query: { email } });
      return isTaken ? emailTexts.taken : null;
    } catch {
      return emailTexts.unchecked;
    }
  }

  /** Checks on blur, before the user saves. */
  async function checkOnBlur(): Promise<void> {
    const typed = form.getValues('email');
    const { data: email } = memberForm.shape.email.safeParse(typed);
    const message = email === undefined ? null : await refusalOf(email);
    if (message === null || !isHere.current || form.getValues('email') !== typed) return;
    form.setError('email', { type: 'server', message });
  }

  return { refusalOf, checkOnBlur };
}
