import {
  bankDetailsTexts,
  type EftDetails,
  referenceLabel,
} from '#contract/invoices/bank-details.ts';
import { formatRand } from '#contract/money.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import styles from './eft-details.module.css';

/** In a banking app these are chosen from a list. */
const chosenLabels = ['Bank', 'Account type'];

interface Props extends Pick<EftDetails, 'amount' | 'reference'> {
  /** Null while they are loading. */
  bankDetails: EftDetails['bankDetails'] | null;
}

/** What the payer enters in a banking app, each value with a button that copies it. */
export function EftDetailsList({ amount, reference, bankDetails }: Props) {
  const rand = formatRand(amount);
  const lines = [...(bankDetails ?? []), { label: referenceLabel, value: reference }];
  return (
    <>
      <DefinitionList
        facts={[
          {
            label: 'Amount',
            value: <Copiable what={`amount ${rand}`} shown={rand} value={amount.toFixed(2)} />,
          },
          ...lines.map(({ label, value }) => ({
            label,
            value: chosenLabels.includes(label) ? (
              value
            ) : (
              <Copiable what={`${label.toLowerCase()} ${value}`} shown={value} value={value} />
            ),
          })),
        ]}
      />
      {bankDetails?.length === 0 && <AskForBankDetails />}
    </>
  );
}

function Copiable({ what, shown, value }: { what: string; shown: string; value: string }) {
  return (
    <>
      <span>{shown}</span>
      <CopyButton value={value} what={what} />
    </>
  );
}

/** The organisation has entered no account number. */
function AskForBankDetails() {
  const { email = '', phone = '' } = usePublicSettings() ?? {};
  return (
    <div>
      <p>{bankDetailsTexts.none}</p>
      {(email !== '' || phone !== '') && (
        <p className={styles.contacts}>
          {email !== '' && <a href={`mailto:${email}`}>{email}</a>}
          {phone !== '' && <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>}
        </p>
      )}
    </div>
  );
}
