import { useEffect, useState } from 'react';
import { donatingTexts } from '#contract/donating.ts';
import { donationTexts, donationTypeNames } from '#contract/donations.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { DonateForm } from './donate-form.tsx';
import styles from './donate.module.css';
import { HowToGoOn } from './next-steps.tsx';
import { TrustLine } from './trust-line.tsx';
import type { Recorded } from './use-donate.ts';

/** Specification §2, Donate; a card donation goes on at the provider, the others end here. */
export function DonatePage() {
  const [recorded, setRecorded] = useState<Recorded | null>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (recorded) document.querySelector('h1')?.focus();
  }, [recorded]);
  return (
    <>
      <PageTitle>{recorded ? donatingTexts.thanks : donatingTexts.title}</PageTitle>
      <div role="status" className={styles.recorded}>
        {recorded && <p>{sentenceFor(recorded)}</p>}
      </div>
      {recorded ? <HowToGoOn recorded={recorded} /> : <DonateForm onRecorded={setRecorded} />}
      <TrustLine />
    </>
  );
}

function sentenceFor({ type }: Recorded): string {
  return type.name === donationTypeNames.eft ? donationTexts.recorded : donatingTexts.recorded;
}
