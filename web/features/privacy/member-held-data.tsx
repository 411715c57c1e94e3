import { heldDataTexts } from '#contract/held-data.ts';
import { privacyTexts } from '#contract/privacy.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { DownloadHeldData } from './download-held-data.tsx';
import styles from './privacy.module.css';

/** On the member's form: for someone who asks the office rather than the site. */
export function MemberHeldData({ memberId }: { memberId: string }) {
  return (
    <Disclosure summary={privacyTexts.title}>
      <div className={styles.own}>
        <p>{heldDataTexts.forOffice}</p>
        <DownloadHeldData memberId={memberId} label={heldDataTexts.downloadMembers} />
      </div>
    </Disclosure>
  );
}
