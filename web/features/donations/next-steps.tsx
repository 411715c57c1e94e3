import { donatingTexts, goOnTo } from '#contract/donating.ts';
import { donationTypeNames } from '#contract/donations.ts';
import { formatRand } from '#contract/money.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import styles from './donate.module.css';
import type { Recorded } from './use-donate.ts';

/** What the donor needs for the transfer. The other site opens by a press: pop-ups are blocked. */
export function HowToGoOn({ recorded: { donation, type } }: { recorded: Recorded }) {
  const { amount, reference } = donation;
  return (
    <div className={styles.form}>
      <DefinitionList
        facts={[
          { label: 'Amount', value: formatRand(amount) },
          { label: 'Payment method', value: type.name },
          {
            label: 'Reference',
            value: (
              <>
                {reference} <CopyButton value={reference} what={`reference ${reference}`} />
              </>
            ),
          },
        ]}
      />
      <p>{nextStep(type)}</p>
      {type.transferUrl !== null && (
        <ButtonLink kind="accent" wide to={type.transferUrl} target="_blank" rel="noreferrer">
          {goOnTo(type.name)}
        </ButtonLink>
      )}
    </div>
  );
}

function nextStep({ name, transferUrl }: Recorded['type']): string {
  if (name === donationTypeNames.eft) return donatingTexts.eftReference;
  return transferUrl === null ? donatingTexts.byEmail : donatingTexts.byLink;
}
