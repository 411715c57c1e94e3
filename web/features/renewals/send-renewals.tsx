import { useIsMailKept } from '#web/api/menu-counts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { missingForEftTexts } from '#contract/company-info/missing-for-eft.ts';
import {
  previewRenewals,
  renewalTexts,
  sendRenewals,
  skipHints,
} from '#contract/renewals/endpoints.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { BankDetailsWarning } from '#web/features/payments/bank-details-warning.tsx';
import type { Chosen, List } from '#web/lists/list-shape.ts';
import { Button } from '#web/ui/button.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { findLost, readNewest, RenewalCounts, renewalRuns } from './renewal-runs.tsx';

/** While the call runs, its progress is polled. */
const watchMs = 1500;

interface Props {
  chosen: Chosen;
  list: List;
  kind?: 'primary' | 'secondary';
  /** Says why not. */
  mayStart?: (() => boolean) | undefined;
  /** The page shows the result of the latest run. */
  isReported?: boolean;
  /** It is the first invoice of a member who has never paid. */
  isFirst?: boolean;
}

/** Shows the number of invoices and the reasons for the others, confirms, sends and reports. */
export function SendRenewals(props: Props) {
  const { chosen, list, kind = 'primary', mayStart, isReported = false, isFirst = false } = props;
  const words = isFirst ? renewalTexts.sendFirst : renewalTexts.send;
  const confirm = useConfirm();
  const notify = useNotify();
  const done = useIsMailKept()
    ? renewalTexts[isFirst ? 'firstKept' : 'kept']
    : renewalTexts[isFirst ? 'firstSent' : 'sent'];
  const client = useQueryClient();
  const preview = useCall(previewRenewals);
  const sending = useCall(sendRenewals);
  const body = {
    filters: chosen.filters,
    selectedItems: [...chosen.ids],
    sendAll: chosen.allMatching,
  };

  async function askAndSend() {
    if (mayStart?.() === false) return;
    list.fail(null);
    const counted = await preview.send({ body });
    if (!counted.ok) {
      fail(counted.error);
      return;
    }
    const { toSend, carried, skipped, skippedMembers, missingBankDetails } = counted.data;
    if (toSend === 0) {
      const reasons = skipped.map(({ reason, count }) => `${skipHints[reason]}: ${count}.`);
      list.fail([renewalTexts.nobody, ...reasons].join(' '));
      return;
    }
    const leaving = new AbortController();
    const question = {
      title: words,
      body: (
        <>
          {missingBankDetails.length > 0 && (
            <BankDetailsWarning
              sentence={missingForEftTexts.missing(missingBankDetails)}
              next={missingForEftTexts.complete}
              onLeave={() => leaving.abort()}
            />
          )}
          <Question {...{ toSend, carried, skipped, skippedMembers }} />
        </>
      ),
      confirm: words,
      cancel: 'No, cancel',
    };
    const sure = await confirm(question, leaving.signal);
    if (sure) await send();
  }

  async function send() {
    const lastKnown = await readNewest(client);
    if (!lastKnown.ok) {
      fail(lastKnown.error);
      return;
    }
    const watch = setInterval(() => void client.invalidateQueries(renewalRuns), watchMs);
    const outcome = await sending.send({ body });
    clearInterval(watch);
    const lost =
      outcome.ok || !isLost(outcome.error) ? undefined : await findLost(client, lastKnown.run?.id);
    if (outcome.ok || lost?.finishedUtc != null) {
      if (!isReported) notify.success(done);
    }
    // If the response was lost, the running job shows its progress.
    else if (lost === undefined) fail(outcome.error);
    if (outcome.ok || lost !== undefined) chosen.clear();
    await Promise.all([client.invalidateQueries(renewalRuns), list.refetch()]);
  }

  function fail(error: ApiError | null) {
    if (error === null || error.status === 401) return;
    notify.failure(renewalTexts.failed);
    list.fail(isLost(error) ? `${error.message} ${renewalTexts.lost}` : error.message);
  }

  return (
    <Button kind={kind} busy={preview.busy || sending.busy} onClick={() => void askAndSend()}>
      {words}
    </Button>
  );
}

function isLost(error: ApiError | null): boolean {
  return error?.status === 0;
}

type Preview = ReplyOf<typeof previewRenewals>;

function Question({
  toSend,
  carried,
  skipped,
  skippedMembers,
}: Pick<Preview, 'toSend' | 'carried' | 'skipped' | 'skippedMembers'>) {
  return (
    <>
      <p>{renewalTexts.ask}</p>
      {carried !== null && carried.members > 0 && (
        <p>{renewalTexts.carried(carried.members, carried.amount)}</p>
      )}
      <RenewalCounts label={renewalTexts.toSend} count={toSend} {...{ skipped, skippedMembers }} />
    </>
  );
}
