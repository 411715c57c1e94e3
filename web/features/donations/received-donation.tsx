import { useEffect } from 'react';
import { formatDay } from '#contract/days.ts';
import { type Donation, donationTexts } from '#contract/donations.ts';
import { formatRand } from '#contract/money.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import layout from '#web/forms/form-layout.module.css';
import styles from './donation-form.module.css';
import { UndoDonation } from './undo-donation.tsx';

interface Props {
  donation: Donation;
  readAgain: () => Promise<unknown>;
}

export function ReceivedDonation({ donation, readAgain }: Props) {
  useEffect(() => {
    // It was a form a moment ago, and the button that had the focus is gone.
    if (document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, []);
  const { firstName, lastName, email, amount, donationTypeName, receivedOn } = donation;
  return (
    <div className={layout.form}>
      <Card>
        <p>{donationTexts.isReceived}</p>
        <DefinitionList
          facts={[
            { label: 'First Name', value: firstName },
            { label: 'Last Name', value: lastName },
            { label: 'Email', value: <EmailText email={email} /> },
            { label: 'Donation Type', value: donationTypeName },
            { label: 'Amount', value: formatRand(amount) },
            { label: 'Received', value: receivedOn === null ? '' : formatDay(receivedOn) },
          ]}
        />
        <div className={styles.payment}>
          <CheckboxField label="Is Paid" checked disabled readOnly />
          <UndoDonation donation={donation} readAgain={readAgain} />
        </div>
      </Card>
      <div>
        <ButtonLink to={backToList(paths.donations())}>Back to donations</ButtonLink>
      </div>
    </div>
  );
}
