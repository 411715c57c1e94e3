import { formatInstant } from '#contract/days.ts';
import { donationTexts } from '#contract/donations.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { paths } from '#web/app/paths.ts';
import type { ReadAgain } from '#web/forms/use-record-form.ts';
import { useNavigate } from '#web/app/router/use-router.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RecordBar } from '#web/forms/record-bar.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import layout from '#web/forms/form-layout.module.css';
import { useProcessDonation } from './use-process-donation.ts';
import styles from './donation-form.module.css';
import { DonorFields } from './donor-fields.tsx';
import type { Version } from './use-donation.ts';
import { useDonationForm } from './use-donation-form.ts';

interface Props {
  version: Version;
  readAgain: ReadAgain;
}

export function DonationForm({ version, readAgain }: Props) {
  const navigate = useNavigate();
  const edit = useDonationForm(version, readAgain);
  const { form, errors, isChanged } = edit;
  const { donation } = version;
  const wrong = form.formState.errors;
  const processing = useProcessDonation({ onRefused: edit.setProblem, onDone: readAgain });

  return (
    <>
      <form
        noValidate
        onSubmit={form.handleSubmit(edit.save, errors.onInvalid)}
        className={layout.form}
      >
        <ErrorSummary {...errors.summary} />
        <Card>
          <DonorFields
            firstName={{ ...form.register('firstName'), error: wrong.firstName?.message }}
            lastName={{ ...form.register('lastName'), error: wrong.lastName?.message }}
            email={{ ...form.register('email'), error: wrong.email?.message }}
          />
          <DefinitionList
            facts={[
              { label: 'Donation Type', value: donation.donationTypeName },
              { label: 'Recorded', value: formatInstant(donation.createdUtc) },
            ]}
          />
          <AmountField label="Amount" error={wrong.amount?.message} {...form.register('amount')} />
          <div className={styles.payment}>
            <CheckboxField label="Is Paid" checked={donation.isReceived} disabled readOnly />
            <Button
              busy={processing.busy}
              disabled={isChanged}
              onClick={() => processing.askAndProcess(donation)}
            >
              Process Payment
            </Button>
          </div>
          {isChanged && <p className={styles.hint}>{donationTexts.saveFirst}</p>}
        </Card>
        <RecordBar
          isChanged={isChanged}
          problem={edit.problem}
          stale={edit.stale}
          isMerged={edit.isMerged}
          submit="Save"
          busy={edit.saving}
          onCancel={() => void navigate(backToList(paths.donations()))}
        />
      </form>
      {processing.dialog}
    </>
  );
}
