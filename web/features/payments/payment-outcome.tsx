import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatRand } from '#contract/money.ts';
import { paymentTexts } from '#contract/payments/endpoints.ts';
import { paths } from '#web/app/paths.ts';
import { useSession } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Ring } from '#web/ui/spinner.tsx';
import type { PaymentRecord } from './find-record.ts';
import styles from './payment-outcome.module.css';
import type { PaymentOfAddress } from './payment-of-address.ts';

interface Props {
  /** 'waiting' shows a spinner. */
  icon: LucideIcon | 'waiting';
  tone?: 'good' | 'bad' | 'calm';
  title: string;
  /** The sentences under the title. */
  children?: ReactNode;
  facts?: ReactNode;
  /** Buttons, the main one first. */
  actions?: ReactNode;
}

/** An icon, a title, some text and the next steps. Announced whenever it changes. */
export function Outcome({ icon: Icon, tone = 'calm', title, children, facts, actions }: Props) {
  return (
    <div className={styles.outcome}>
      <span className={classNames(styles.face, styles[tone])}>
        {Icon === 'waiting' ? (
          <Ring size="large" />
        ) : (
          <Icon aria-hidden size={44} strokeWidth={1.5} />
        )}
      </span>
      <div role="status" className={styles.words}>
        <PageTitle>{title}</PageTitle>
        {children}
      </div>
      {facts}
      <div className={styles.actions}>{actions}</div>
    </div>
  );
}

interface RecordFactsProps {
  record: PaymentRecord | null;
  /** They have the reference, too. */
  more?: readonly Fact[];
}

/** The amount and, if shown to this user, the reference. */
export function RecordFacts({ record, more = [] }: RecordFactsProps) {
  const reference = more.length === 0 && record?.reference;
  const facts = [
    ...(record?.amount ? [{ label: 'Amount', value: formatRand(record.amount) }] : []),
    ...(reference ? [{ label: 'Reference', value: reference }] : []),
    ...more,
  ];
  return facts.length === 0 ? null : <DefinitionList facts={facts} />;
}

/** Who is signed in, goes to the own pages. */
export function ToLogin({ kind = 'secondary' }: { kind?: 'primary' | 'secondary' }) {
  const isSignedIn = useSession() !== null;
  return (
    <ButtonLink kind={kind} wide to={paths.login()}>
      {isSignedIn ? paymentTexts.toOwnPages : paymentTexts.toLogin}
    </ButtonLink>
  );
}

interface TryAgainProps {
  payment: PaymentOfAddress;
  record: PaymentRecord | null;
}

/** Only while the record is unpaid. */
export function TryAgain({ payment: { kind, id }, record }: TryAgainProps) {
  const isOpen = ['unpaid', 'failed', 'cancelled'].includes(record?.state ?? '');
  if (!isOpen || kind === null || id === null) return null;
  return (
    <ButtonLink kind="primary" wide to={paths.paymentRedirect(kind, id)}>
      {paymentTexts.tryAgain}
    </ButtonLink>
  );
}
