import type {
  getDonorStatement,
  getMemberStatement,
} from '#contract/month-end/statement-of-account.ts';
import { statementTexts } from '#contract/month-end/statement-of-account.ts';
import { useCall } from '#web/api/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { openTab } from '#web/ui/open-tab.ts';
import { useNotify } from '#web/ui/notices.tsx';

interface Props {
  /** Of a member, or of the donor of a donation. */
  endpoint: typeof getMemberStatement | typeof getDonorStatement;
  id: string;
}

/** Opens the PDF. */
export function StatementButton({ endpoint, id }: Props) {
  const { send, busy } = useCall(endpoint as typeof getMemberStatement);
  const notify = useNotify();

  async function open() {
    const tab = openTab(statementTexts.title);
    const outcome = await send({ params: { id } });
    if (outcome.ok) {
      tab.show(outcome.data);
      return;
    }
    tab.close();
    if (outcome.error) notify.failure(outcome.error.message);
  }

  return (
    <Button kind="quiet" busy={busy} onClick={() => void open()}>
      {statementTexts.open}
    </Button>
  );
}
