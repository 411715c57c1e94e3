import {
  bankDetailsTexts,
  type EftDetails,
  referenceLabel,
  swiftLabel,
} from '#contract/invoices/bank-details.ts';
import { formatRand } from '#contract/money.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { Contacts } from '#web/ui/contacts.tsx';
import styles from './eft-details.module.css';

/** In a banking app these are chosen from a list. */
const chosenLabels = ['Bank', 'Account type'];

interface Props extends Pick<EftDetails, 'amount' | 'reference'> {
  /** Null while they are loading. */
  bankDetails: EftDetails['bankDetails'] | null;
}

/** What the payer enters in a banking app, with buttons that copy it. */
export function EftDetailsList({ amount, reference, bankDetails }: Props) {
  const site = usePublicSettings();
  const domestic = bankDetails?.filter(({ label }) => label !== swiftLabel) ?? [];
  const foreign = bankDetails?.find(({ label }) => label === swiftLabel);
  return (
    <>
      <dl className={styles.list}>
        <Line label="Amount" value={formatRand(amount)} copied={amount.toFixed(2)} />
        <Line label={referenceLabel} value={reference} copied={reference} />
        {domestic.map((detail) => (
          <DetailLine key={detail.label} {...detail} />
        ))}
      </dl>
      {foreign !== undefined && (
        <Disclosure summary={bankDetailsTexts.fromAbroad}>
          <dl className={styles.list}>
            <DetailLine {...foreign} />
          </dl>
        </Disclosure>
      )}
      {/* The organisation has entered no account number. */}
      {bankDetails?.length === 0 && (
        <div>
          <p>{bankDetailsTexts.none}</p>
          <Contacts email={site?.email} phone={site?.phone} />
        </div>
      )}
    </>
  );
}

function DetailLine({ label, value }: { label: string; value: string }) {
  return <Line label={label} value={value} copied={chosenLabels.includes(label) ? null : value} />;
}

interface LineProps {
  label: string;
  value: string;
  /** What the button copies. */
  copied: string | null;
}

function Line({ label, value, copied }: LineProps) {
  return (
    <div className={styles.line}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{value}</dd>
      {copied !== null && (
        <dd className={styles.copy}>
          <CopyButton value={copied} what={`${label.toLowerCase()} ${value}`} />
        </dd>
      )}
    </div>
  );
}
