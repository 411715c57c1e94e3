import type { Invoice } from '#contract/invoices.ts';
import { paths } from '#web/app/paths.ts';
import { Link } from '#web/app/router/link.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import type { Fact } from '#web/ui/definition-list.tsx';
import styles from './invoice-page.module.css';

type Payer = Pick<Invoice, 'memberId' | 'userFirstName' | 'userLastName' | 'userEmail' | 'address'>;

/** Who pays, as the invoice says it; a member's name leads to the member. */
export function payerFacts(payer: Payer): Fact[] {
  const { memberId, userFirstName, userLastName, userEmail, address } = payer;
  const name = `${userFirstName} ${userLastName}`;
  return [
    {
      label: 'Payer',
      value: memberId === null ? name : <Link to={paths.member(memberId)}>{name}</Link>,
    },
    { label: 'Email', value: <EmailText email={userEmail} /> },
    ...(address === ''
      ? []
      : [{ label: 'Address', value: <span className={styles.lines}>{address}</span> }]),
  ];
}
