import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { getInvoice, type offeredPaymentTypes } from '#contract/invoices/endpoints.ts';
import type { MemberType } from '#contract/member-types/endpoints.ts';
import { profileTexts, renewDialogTexts } from '#contract/profile/texts.ts';
import { generateInvoice, renewTexts } from '#contract/renewals/endpoints.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { useLacksMailServer } from '#web/api/use-public-settings.ts';
import { paths } from '#web/app/paths.ts';
import type { MemberValues, LoadedMember } from '#web/features/members/member-values.ts';
import type { MemberEdit } from '#web/features/members/use-member-form.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { renewDialog } from './renew-dialog-code.ts';
import { ownInvoicesKey } from './use-own-invoices.ts';
import type { Saving } from './use-save-profile.ts';

export type Method = (typeof offeredPaymentTypes)[number];

interface Parts {
  edit: MemberEdit;
  types: readonly MemberType[];
  refetchTypes: () => Promise<unknown>;
  saving: Saving;
}

/** Null if something is to pay. If that cannot be read, the next page says it. */
async function doneText(invoiceId: string | null): Promise<string | null> {
  if (invoiceId === null) return renewDialogTexts.renewed;
  return call(getInvoice, { params: { id: invoiceId } }).then(
    ({ isPaid }) => (isPaid ? renewTexts.paidByCredit : null),
    () => null,
  );
}

const { maybeInvoice, maybeSaved, noInvoice, notSaved } = renewDialogTexts;

/**
 * The renewal: save the member, issue and send the invoice, then redirect to the card payment or
 * confirm the email. A retry continues where it failed. product-rules 14.7.
 */
export function useRenewal({ edit, types, refetchTypes, saving }: Parts) {
  const navigate = useNavigate();
  const notify = useNotify();
  const eftDone = useEftDone();
  const client = useQueryClient();
  const generating = useCall(generateInvoice);
  const { ask, failHere, failBelow, ...dialog } = useRenewalRequest();
  const saved = useRef<LoadedMember>(null);
  const feeOf = (typeId: string) => types.find(({ id }) => id === typeId)?.fee ?? 0;
  const readStatus = (memberId: string) =>
    edit.readAgain(memberId, { from: edit.base, typed: edit.form.getValues() });

  /** Checks the form before the dialog opens. Without the dialog the form is saved at least. */
  async function open(values: MemberValues) {
    saved.current = null;
    if (!(await saving.checkFirst(values))) return;
    if (await isDialogHere()) ask(values);
    else if ((await saving.save(values)).ok) failBelow(renewDialogTexts.notOpened, true);
  }

  async function proceed(method: Method) {
    if (!dialog.request) return;
    const loaded = (saved.current ??= await save(dialog.request.values));
    if (loaded === null) return;
    const { id, memberTypeID } = loaded.member;
    const body = { amount: feeOf(memberTypeID), memberId: id, paymentType: method };
    const outcome = await generating.send({ body });
    void client.invalidateQueries({ queryKey: ownInvoicesKey(id) });
    if (outcome.ok) await finish(method, outcome.data, id);
    else if (outcome.error) await refuse(outcome.error, id);
  }

  async function save(values: MemberValues): Promise<LoadedMember | null> {
    const outcome = await saving.save(values);
    if (outcome.ok) return outcome.loaded;
    const { error } = outcome;
    if (error && isUnexpected(error)) {
      failHere(renewTexts.error, error.message, error.status === 0 ? maybeSaved : notSaved);
      return null;
    }
    failBelow(renewTexts.updateFailed);
    // Again, since behind the dialog the field could not be focused.
    if (error) edit.errors.showServerErrors(error.errors);
    return null;
  }

  async function saveOnly() {
    if (!dialog.request) return;
    dialog.close();
    const isSaved = saved.current !== null || (await saving.save(dialog.request.values)).ok;
    if (isSaved) notify.success(profileTexts.saved);
  }

  async function finish(method: Method, invoiceId: string | null, memberId: string) {
    dialog.close();
    const done = await doneText(invoiceId);
    if (done !== null) {
      notify.success(done);
      await readStatus(memberId);
    } else if (method === 'EFT') {
      notify.success(eftDone);
    } else {
      edit.leave();
      void navigate(paths.paymentRedirect('subscription', invoiceId ?? ''));
    }
  }

  async function refuse(error: ApiError, memberId: string) {
    if (isUnexpected(error)) {
      const detail = error.status === 0 ? maybeInvoice : noInvoice;
      return failHere(renewTexts.error, error.message, detail);
    }
    failHere(renewTexts.failed, error.message, noInvoice);
    if (error.errors.some(({ field }) => field === 'amount')) await refetchTypes();
    // The status may have changed.
    else await readStatus(memberId);
  }

  return { ...dialog, feeOf, open, proceed, saveOnly };
}

/** Without a mail server the invoice does not come by email. */
function useEftDone(): string {
  const isMailKept = useLacksMailServer();
  return isMailKept ? `${renewTexts.eftNext} ${renewTexts.eftKept}` : renewTexts.eftNext;
}

export type Renewal = ReturnType<typeof useRenewal>;

/** Already loaded, unless the connection failed; some browsers cache that failure. */
function isDialogHere(): Promise<boolean> {
  return renewDialog.fetch().then(
    () => true,
    () => false,
  );
}

/** No response, or a server error. */
function isUnexpected({ status }: ApiError): boolean {
  return status === 0 || status >= 500;
}

interface RenewalRequest {
  /** Saves the member before the invoice is issued. */
  values: MemberValues;
  /** The error shown in the dialog. */
  problem: string | null;
}

interface DialogState {
  sentence: string;
  /** Whether the user must reload the page. */
  needsReload: boolean;
}

/** Whether the dialog is open, and where errors are shown: in it, or in the form. */
function useRenewalRequest() {
  const [request, setRequest] = useState<RenewalRequest | null>(null);
  const [below, setBelow] = useState<DialogState | null>(null);
  return {
    request,
    ask: (values: MemberValues) => setRequest({ values, problem: null }),
    close: () => setRequest(null),
    /** The user can press Proceed again. */
    failHere: (...sentences: string[]) =>
      setRequest((before) => before && { ...before, problem: sentences.join(' ') }),
    problem: below?.sentence ?? null,
    needsReload: below?.needsReload ?? false,
    clear: () => setBelow(null),
    /** The user must correct the form. */
    failBelow: (sentence: string, needsReload = false) => {
      setRequest(null);
      setBelow({ sentence, needsReload });
    },
  };
}
