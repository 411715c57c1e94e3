import { useEffect, useState } from 'react';
import { publicSettingsTexts } from '#contract/company-info/public-settings.ts';
import type { EftDetails } from '#contract/invoices/bank-details.ts';
import { finishTexts } from '#contract/registration/finish-texts.ts';
import { useLacksMailServer } from '#web/api/use-public-settings.ts';
import { EftDetailsList } from '#web/features/payments/eft-details.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './eft-notice.module.css';
import { forgetEftDetails, useStoredEftDetails } from './stored-eft-details.ts';

/** Above the sign-in form after an EFT registration, until it is dismissed. product-rules 14.11. */
export function EftNotice() {
  const details = useStoredEftDetails();
  if (details === null) return null;

  function dismiss() {
    forgetEftDetails();
    // The focused button has been removed.
    document.querySelector('h1')?.focus();
  }

  return (
    <section aria-labelledby="registered" className={styles.notice}>
      <h2 id="registered" className={styles.title}>
        {finishTexts.thanks}
      </h2>
      <EftConfirmation details={details} />
      <Button onClick={dismiss}>{finishTexts.dismiss}</Button>
    </section>
  );
}

/** What a person who has registered does with our emails. */
export function EmailsToCome() {
  if (useLacksMailServer()) return null;
  return (
    <>
      <p>{finishTexts.consents}</p>
      <p>{finishTexts.cameBefore}</p>
    </>
  );
}

/** That the registration has arrived, and what to pay. */
export function EftConfirmation({ details }: { details: EftDetails }) {
  // The live region must exist before its text, or it is not announced.
  const isMailKept = useLacksMailServer();
  const [spoken, setSpoken] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(true), 20);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <p role="status" className={styles.sentence}>
        {spoken && finishTexts.eftConfirmation}
      </p>
      {isMailKept && <p>{publicSettingsTexts.mailKept(details.bankDetails.length > 0)}</p>}
      <EftDetailsList {...details} />
      <p>{finishTexts.startsLater}</p>
      <p>{isMailKept ? finishTexts.proofSignedIn : finishTexts.proof}</p>
      <EmailsToCome />
    </>
  );
}
