import { sessionTexts } from '#contract/auth/sessions.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { OwnDevices } from './own-devices.tsx';

/** In the user menu: where the user is signed in. product-rules 4.31. */
export function DevicesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title={sessionTexts.title}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <OwnDevices />
    </Dialog>
  );
}
