import { TriangleAlert } from 'lucide-react';
import { testMailTexts } from '#contract/test-mail.ts';
import styles from './mail.module.css';
import { useMailDelivery } from './use-mail-delivery.ts';

/** Until a mail server is set nobody receives anything, which is easily overlooked. */
export function MailCaptured() {
  if (useMailDelivery()?.isCaptured !== true) return null;
  return (
    <div className={styles.warning}>
      <TriangleAlert aria-hidden size={20} className={styles.icon} />
      <p>{testMailTexts.captured}</p>
    </div>
  );
}
