import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatMoment } from '#contract/days.ts';
import {
  askForErasure,
  declineErasure,
  erasureRequestTexts as texts,
  getErasureRequest,
  type ErasureRequest,
} from '#contract/privacy/erasure.ts';
import { call } from '#web/api/call.ts';
import { followsChanges } from '#web/api/changes.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import { Button } from '#web/ui/button.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';

const keyOf = (memberId: string) => ['privacy', memberId, 'erasure-request'];

function useErasureRequest(memberId: string) {
  return useQuery({
    queryKey: keyOf(memberId),
    queryFn: ({ signal }) => call(getErasureRequest, { params: { id: memberId }, signal }),
    meta: followsChanges,
  });
}

/** On My Profile: asks the organisation to erase the personal details. product-rules 19.5. */
export function AskForErasure({ memberId }: { memberId: string }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const notify = useNotify();
  const { data, isError } = useErasureRequest(memberId);
  const { busy, error, send } = useCall(askForErasure);

  async function ask() {
    const sure = await confirm({
      title: texts.askTitle,
      body: texts.askBody,
      confirm: texts.confirm,
      cancel: texts.cancel,
    });
    if (!sure) return;
    const outcome = await send({ params: { id: memberId } });
    if (!outcome.ok) return;
    client.setQueryData(keyOf(memberId), outcome.data);
    notify.success(texts.asked);
  }

  const isWaiting = data?.askedUtc != null;
  return (
    <>
      <p>{texts.offer}</p>
      {data && <p>{answerTo(data)}</p>}
      {/* It stays while the request is open, because it has the focus. */}
      <Button off={data === undefined || isWaiting} busy={busy} onClick={() => void ask()}>
        {texts.ask}
      </Button>
      <FormProblem message={isError ? texts.failed : (error?.message ?? null)} />
    </>
  );
}

function answerTo({ askedUtc, declinedUtc, declinedReason }: ErasureRequest): string | null {
  if (askedUtc !== null) return texts.waiting(formatMoment(askedUtc));
  if (declinedUtc === null || declinedReason === null) return null;
  return texts.declined(formatMoment(declinedUtc), declinedReason);
}

/** On the member's page, while the request is open. */
export function OpenErasureRequest({ memberId }: { memberId: string }) {
  const client = useQueryClient();
  const { data } = useErasureRequest(memberId);
  const { ask, dialog } = useAskReason(declineErasure, {
    done: texts.declinedDone,
    onDone: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: keyOf(memberId) }),
        // The heading of the page names the request.
        client.invalidateQueries({ queryKey: ['members', 'story', memberId] }),
      ]);
      // The focused button has been removed.
      document.querySelector('h1')?.focus();
    },
  });
  // With the message, if somebody else has answered it.
  if (data?.askedUtc == null) return dialog;
  return (
    <>
      <p>{texts.ofMember(formatMoment(data.askedUtc))}</p>
      <Button
        onClick={() =>
          ask({
            id: memberId,
            title: texts.declineTitle,
            body: <p>{texts.declineBody}</p>,
            confirm: texts.declineConfirm,
          })
        }
      >
        {texts.decline}
      </Button>
      {dialog}
    </>
  );
}
