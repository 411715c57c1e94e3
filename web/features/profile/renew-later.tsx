import type { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { codeLater, useCodeLater } from '#web/app/router/code-later.ts';
import type { Renewal } from './use-renewal.ts';

export const renewDialog = codeLater(async () => (await import('./renew-dialog.tsx')).RenewDialog);

interface Props {
  renewal: Renewal;
  once: ReturnType<typeof useOneAtATime>;
}

/** Loads the dialog before the button is pressed. */
export function RenewLater({ renewal, once }: Props) {
  const { code: RenewDialog } = useCodeLater(renewDialog);
  return renewal.request && RenewDialog && <RenewDialog renewal={renewal} once={once} />;
}
