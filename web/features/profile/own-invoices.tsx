import { FileText } from 'lucide-react';
import { useLocation } from 'react-router';
import { formatInstant } from '#contract/days.ts';
import {
  getInvoicePdf,
  type Invoice,
  invoiceStateNames,
  invoiceTexts,
  isOpen,
} from '#contract/invoices/endpoints.ts';
import { leastCardAmount } from '#contract/limits.ts';
import { formatRand } from '#contract/money.ts';
import { paymentTexts } from '#contract/payments/endpoints.ts';
import { profileTexts } from '#contract/profile/texts.ts';
import { useCall } from '#web/api/use-call.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { paths } from '#web/app/paths.ts';
import { codeLater } from '#web/app/router/code-later.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { FoldingDisclosure } from '#web/ui/folding/folding-disclosure.tsx';
import { LoadLater } from '#web/ui/load-later.tsx';
import { openTab, type Tab } from '#web/ui/open-tab.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { ProfileFailure, ProfileLoadFailure } from './profile-load-failure.tsx';
import styles from './own-invoices.module.css';
import { useOwnInvoices } from './use-own-invoices.ts';

/** The target of "How to pay" links. */
export const ownInvoicesId = 'invoices';

export function OwnInvoices({ memberId }: { memberId: string }) {
  return (
    <div id={ownInvoicesId} tabIndex={-1} className={styles.place}>
      <Card title="Invoices">
        <InvoiceList memberId={memberId} />
      </Card>
    </div>
  );
}

function InvoiceList({ memberId }: { memberId: string }) {
  const invoices = useOwnInvoices(memberId);
  if (invoices.data === undefined) {
    if (invoices.isError) return <ProfileLoadFailure query={invoices} />;
    return <Spinner label="Loading invoices…" />;
  }
  const { results } = invoices.data;
  if (results.length === 0) return <p className={styles.none}>{invoiceTexts.noneOwn}</p>;
  const open = results.filter(({ state }) => isOpen(state));
  const others = results.filter(({ state }) => !isOpen(state));
  return (
    <>
      {open.length > 0 && <Invoices invoices={open} />}
      {others.length > 0 && (
        <FoldingDisclosure summary={profileTexts.closedInvoices(others.length)}>
          <Invoices invoices={others} />
        </FoldingDisclosure>
      )}
    </>
  );
}

function Invoices({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <ul className={styles.list}>
      {invoices.map((invoice) => (
        <OwnInvoice key={invoice.id} invoice={invoice} />
      ))}
    </ul>
  );
}

function OwnInvoice({ invoice }: { invoice: Invoice }) {
  const { invoiceNumber, amount, balance, state, createdUtc, proofSentUtc } = invoice;
  const isDue = isOpen(state);
  const offersCard = usePublicSettings()?.offersCard ?? true;
  return (
    <li className={styles.invoice}>
      <div className={styles.head}>
        <h3 className={styles.number}>{invoiceNumber}</h3>
        <StatusBadge status={invoiceStateNames[state]} />
      </div>
      <InvoicePdf id={invoice.id} invoiceNumber={invoiceNumber} />
      <dl className={styles.facts}>
        <Fact label="Date" value={formatInstant(createdUtc)} />
        <Fact label="Amount" value={formatRand(amount)} />
        <Fact label="Due" value={formatRand(isDue ? balance : 0)} />
      </dl>
      {isDue && offersCard && balance >= leastCardAmount && (
        <ButtonLink
          // Who has sent the proof of a transfer has paid.
          kind={proofSentUtc ? 'secondary' : 'primary'}
          className={styles.payNow}
          to={paths.paymentRedirect('subscription', invoice.id)}
        >
          <span>
            {paymentTexts.payNow}
            <span className="visually-hidden"> {invoiceNumber} by card</span>
          </span>
        </ButtonLink>
      )}
      {isDue && <HowToPay invoice={invoice} />}
    </li>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const eftDetails = codeLater(async () => (await import('./own-eft-details.tsx')).OwnEftDetails);

/** Closed until the link at the top of the page, or its own summary, opens it. */
function HowToPay({ invoice }: { invoice: Invoice }) {
  const { hash, key } = useLocation();
  return (
    <Disclosure
      // Opens again for each press of the link.
      key={key}
      summary={profileTexts.howToPay}
      open={hash === `#${ownInvoicesId}`}
    >
      <LoadLater code={eftDetails} waiting={<Spinner />} failure={ProfileFailure}>
        {(OwnEftDetails) => <OwnEftDetails invoice={invoice} />}
      </LoadLater>
    </Disclosure>
  );
}

interface Props {
  id: string;
  invoiceNumber: string;
}

/** Opens the PDF. A link could not send the token. */
function InvoicePdf({ id, invoiceNumber }: Props) {
  const { busy, error, send } = useCall(getInvoicePdf);

  async function open() {
    const tab: Tab = openTab(invoiceNumber);
    const outcome = await send({ params: { id } });
    if (outcome.ok) tab.show(outcome.data);
    else tab.close();
  }

  return (
    <>
      <Button busy={busy} onClick={open}>
        {!busy && <FileText aria-hidden size={18} />}
        <span>
          PDF<span className="visually-hidden"> of {invoiceNumber}</span>
        </span>
      </Button>
      <FormProblem message={error?.message} />
    </>
  );
}
