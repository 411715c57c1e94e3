import { type LoggedMail, mailLogTexts, sendMailAgain } from '#contract/mail-log.ts';
import type { List } from '#web/lists/list-shape.ts';
import { RowButton } from '#web/lists/row-actions.tsx';
import { useCall } from '#web/api/use-call.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';

interface Props {
  mail: LoggedMail;
  name: string;
  list: List;
}

/** Not for those that sign someone in: they are offered where a new link is made. */
export function SendAgain({ mail, name, list }: Props) {
  const confirm = useConfirm();
  const notify = useNotify();
  const { send, busy } = useCall(sendMailAgain);
  if (!mail.canSendAgain) return null;

  async function askAndSend() {
    const sure = await confirm({
      title: mailLogTexts.sendAgain,
      body: (
        <>
          <DefinitionList
            facts={[
              { label: 'Email', value: mail.toEmail },
              { label: 'Kind', value: mail.kindName },
            ]}
          />
          <p>{mailLogTexts.askSendAgain}</p>
        </>
      ),
      confirm: mailLogTexts.sendAgain,
      cancel: 'No, cancel',
    });
    if (!sure) return;
    list.fail(null);
    const outcome = await send({ params: { id: mail.id } });
    if (outcome.ok) notify.success(mailLogTexts.sentAgain);
    else if (outcome.error && outcome.error.status !== 401) list.fail(outcome.error.message);
    await list.refetch();
  }

  return (
    <RowButton name={name} busy={busy} onClick={() => void askAndSend()}>
      {mailLogTexts.sendAgain}
    </RowButton>
  );
}
