import { asApiError } from '#web/api/api-error.ts';
import { codeLater, useCodeLater } from '#web/app/router/code-later.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

const keySheet = codeLater(async () => (await import('./key-sheet.tsx')).KeySheet);

/** Members have no lists and never need it. */
export function KeySheetLater({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { code: KeySheet, error, isFetching, refetch } = useCodeLater(keySheet);
  if (!isOpen) return null;
  if (KeySheet) return <KeySheet onClose={onClose} />;
  if (error === null) return null;
  const tryAgain = (
    <Button busy={isFetching} keepsFocus onClick={() => void refetch()}>
      Try again
    </Button>
  );
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} actions={tryAgain}>
      <p>{asApiError(error).message}</p>
    </Dialog>
  );
}
