import { sessionTexts } from '#contract/auth/sessions.ts';
import { OwnDevices } from '#web/features/auth/own-devices.tsx';
import { FoldingCard } from '#web/ui/folding/folding-card.tsx';

/** On My Profile: where the member is signed in. */
export function OwnDevicesCard() {
  return (
    <FoldingCard title={sessionTexts.title} summary={sessionTexts.folded}>
      <OwnDevices />
    </FoldingCard>
  );
}
