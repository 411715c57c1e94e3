import { isOpen } from '#contract/invoices.ts';
import { leastCardAmount } from '#contract/limits.ts';
import { memberTexts } from '#contract/members.ts';
import { formatRand } from '#contract/money.ts';
import { profileTexts } from '#contract/profile.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { paths } from '#web/app/paths.ts';
import { Link } from '#web/app/router/link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ownInvoicesId } from './own-invoices.tsx';
import { useOwnInvoices } from './use-own-invoices.ts';
import styles from './waiting-payment.module.css';

/** The membership invoice that is open, and the ways to pay it: what a hurried visitor came for. */
export function WaitingPayment({ memberId }: { memberId: string }) {
  const offersCard = usePublicSettings()?.offersCard ?? true;
  const { data } = useOwnInvoices(memberId);
  const open = data?.results.find(
    ({ state, memberTypeId }) => isOpen(state) && memberTypeId !== null,
  );
  if (open === undefined) return null;
  const { id, invoiceNumber, amount } = open;
  return (
    <div className={styles.box}>
      <p>
        <strong>{memberTexts.waiting}</strong>
        <br />
        {profileTexts.toPay(invoiceNumber, amount)}
      </p>
      <div className={styles.ways}>
        {offersCard && amount >= leastCardAmount && (
          <ButtonLink kind="primary" to={paths.paymentRedirect('subscription', id)}>
            {profileTexts.payByCard(formatRand(amount))}
          </ButtonLink>
        )}
        <Link to={`#${ownInvoicesId}`}>{profileTexts.howToPay}</Link>
      </div>
    </div>
  );
}
