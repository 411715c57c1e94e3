import { useQuery } from '@tanstack/react-query';
import { keptMailTexts } from '#contract/communication/kept-texts.ts';
import { getKeptMails, sendKeptMails } from '#contract/communication/mail-log.ts';
import { dayOf, formatInstant } from '#contract/days.ts';
import { call } from '#web/api/call.ts';
import { useIsMailKept } from '#web/api/menu-counts.ts';
import { useCall } from '#web/api/use-call.ts';
import type { List } from '#web/lists/list-shape.ts';
import { Button } from '#web/ui/button.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { Warning } from '#web/ui/warning.tsx';

/** Once there is a mail server, sends what was kept before. product-rules 8.4. */
export function SendKeptMails({ list }: { list: List }) {
  const isMailKept = useIsMailKept();
  const { data, refetch } = useQuery({
    queryKey: ['keptMails'],
    queryFn: ({ signal }) => call(getKeptMails, { signal }),
    enabled: !isMailKept,
  });
  const confirm = useConfirm();
  const notify = useNotify();
  const { send, busy } = useCall(sendKeptMails);
  if (isMailKept || data?.oldestUtc == null) return null;
  const { count, oldestUtc, local, localUrl } = data;
  const words = keptMailTexts.button(count);

  async function askAndSend() {
    const [today, day] = [new Date(), new Date(oldestUtc)].map((at) => Date.parse(dayOf(at)));
    const days = ((today ?? 0) - (day ?? 0)) / 86_400_000;
    const sure = await confirm({
      title: words,
      body: (
        <>
          <p>{keptMailTexts.ask(count, formatInstant(oldestUtc), days)}</p>
          {local > 0 && <p>{keptMailTexts.localStay(local)}</p>}
          {localUrl !== null && <Warning>{keptMailTexts.localLinks(localUrl)}</Warning>}
        </>
      ),
      confirm: words,
      cancel: 'No, cancel',
    });
    if (!sure) return;
    list.fail(null);
    const outcome = await send({});
    if (outcome.ok) {
      const { queued, left } = outcome.data;
      notify.success(keptMailTexts.sent(queued, left));
    } else if (outcome.error && outcome.error.status !== 401) {
      list.fail(outcome.error.message);
    }
    await refetch();
    // No mail of this id: the focus goes to the first row, because this button may go.
    await list.removed('');
  }

  return (
    <Button busy={busy} needs="mail.write" onClick={() => void askAndSend()}>
      {words}
    </Button>
  );
}
