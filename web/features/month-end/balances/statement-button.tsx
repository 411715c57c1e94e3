import { type ComponentType, useState } from 'react';
import type {
  getDonorStatement,
  getMemberStatement,
} from '#contract/month-end/statement-of-account.ts';
import { type CodeLater, codeLater } from '#web/app/router/code-later.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogLater } from '#web/ui/dialog-later.tsx';

export interface StatementOf {
  /** Of a member, or of the donor of a donation. */
  endpoint: typeof getMemberStatement | typeof getDonorStatement;
  id: string;
  person: string;
}

const dialog: CodeLater<ComponentType<StatementOf & { onClose: () => void }>> = codeLater(
  async () => (await import('./statement-dialog.tsx')).StatementDialog,
);

const title = 'Statement of account (PDF)';

/** The words of its dialog are loaded with it. */
export function StatementButton(props: StatementOf) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <DialogLater title={title} code={dialog} isOpen={isOpen} onClose={() => setOpen(false)}>
        {(StatementDialog) => <StatementDialog {...props} onClose={() => setOpen(false)} />}
      </DialogLater>
    </>
  );
}
