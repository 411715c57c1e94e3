import type { RenewalProps } from './renew-dialog.tsx';
import { renewDialog } from './renew-dialog-code.ts';
import { useCodeLater } from '#web/app/router/code-later.ts';

/** Loads the dialog before the button is pressed. */
export function RenewLater(props: RenewalProps) {
  const { code: RenewDialog } = useCodeLater(renewDialog);
  return props.renewal.request && RenewDialog && <RenewDialog {...props} />;
}
