import { TriangleAlert } from 'lucide-react';
import { companyInfoTexts } from '#contract/company-info.ts';
import styles from './bank-missing.module.css';

/** A warning and what would end it. */
export function BankMissing({ missing }: { missing: readonly string[] }) {
  if (missing.length === 0) return null;
  return (
    <div className={styles.warning}>
      <TriangleAlert aria-hidden size={20} className={styles.icon} />
      <div>
        <p className={styles.sentence}>{companyInfoTexts.bankMissing}</p>
        <p>Still to fill in: {missing.join(', ')}.</p>
      </div>
    </div>
  );
}
