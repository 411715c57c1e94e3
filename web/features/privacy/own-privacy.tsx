import { heldDataTexts } from '#contract/held-data.ts';
import { privacyTexts } from '#contract/privacy.ts';
import { Card } from '#web/ui/card.tsx';
import { DownloadHeldData } from './download-held-data.tsx';
import { OwnConsents } from './own-consents.tsx';
import { PrivacyLine } from './privacy-line.tsx';
import styles from './privacy.module.css';

/** On My Profile: what a member may know and decide about the own details. */
export function OwnPrivacy({ memberId }: { memberId: string }) {
  return (
    <Card title={privacyTexts.title}>
      <div className={styles.own}>
        <OwnConsents memberId={memberId} />
        <p>{heldDataTexts.offer}</p>
        <DownloadHeldData memberId={memberId} label={heldDataTexts.download} />
        <PrivacyLine>{privacyTexts.onProfile}</PrivacyLine>
      </div>
    </Card>
  );
}
