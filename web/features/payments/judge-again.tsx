import { useQueryClient } from '@tanstack/react-query';
import {
  judgeNotificationAgain,
  type Notification,
  notificationTexts,
} from '#contract/notifications.ts';
import type { List } from '#web/lists/list-shape.ts';
import { RowButton } from '#web/lists/row-actions.tsx';
import { useCall } from '#web/api/use-call.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { notificationName } from './notification-name.ts';

interface Props {
  notification: Notification;
  list: List;
}

export function JudgeAgain({ notification, list }: Props) {
  const confirm = useConfirm();
  const notify = useNotify();
  const queries = useQueryClient();
  const { send, busy } = useCall(judgeNotificationAgain);
  const { id } = notification;

  async function askAndJudge() {
    const sure = await confirm({
      title: 'Judge again',
      body: notificationTexts.askJudge,
      confirm: 'Judge again',
      cancel: 'No, cancel',
    });
    if (!sure) return;
    list.fail(null);
    const outcome = await send({ params: { id } });
    if (outcome.ok) {
      notify.success(notificationTexts.judged);
    } else if (outcome.error && outcome.error.status !== 401) {
      notify.failure(notificationTexts.judgeFailed);
      list.fail(outcome.error.message);
    }
    void queries.invalidateQueries({ queryKey: ['cardNotifications', 'credits'] });
    await list.removed(id);
  }

  return (
    <RowButton name={notificationName(notification)} busy={busy} onClick={askAndJudge}>
      Judge again
    </RowButton>
  );
}
