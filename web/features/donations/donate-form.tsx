import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { donationTexts, listDonationTypes } from '#contract/donations.ts';
import { privacyTexts } from '#contract/privacy.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { ConsentBoxes } from '#web/features/privacy/consent-boxes.tsx';
import { PrivacyLine } from '#web/features/privacy/privacy-line.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { AmountChoice } from './amount-choice.tsx';
import { donateForm, type GivenDonation, type TypedDonation } from './donate-values.ts';
import styles from './donate.module.css';
import { MethodChoice } from './method-choice.tsx';
import { type Recorded, useDonate } from './use-donate.ts';

const empty: TypedDonation = {
  amount: '',
  firstName: '',
  lastName: '',
  email: '',
  donationTypeId: '',
};

export function DonateForm({ onRecorded }: { onRecorded: (recorded: Recorded) => void }) {
  const why = useId();
  const [consents, setConsents] = useState({ news: false, appeals: false });
  const types = useLoaded(listDonationTypes);
  const form = useCheckedForm(donateForm(types.data ?? []), { defaultValues: empty });
  const errors = useErrorFocus(form);
  const { busy, problem, submit } = useDonate({ onRecorded, errors });
  const chosen = useWatch({ control: form.control, name: 'donationTypeId' });
  const type = types.data?.find(({ id }) => id === chosen);
  const { errors: wrong } = form.formState;

  const send = (body: GivenDonation) => (type ? submit({ ...body, consents }, type) : undefined);

  return (
    <form noValidate className={styles.form} onSubmit={form.handleSubmit(send, errors.onInvalid)}>
      <ErrorSummary {...errors.summary} />
      <AmountChoice form={form} />
      <div className={styles.pair}>
        <TextField
          label="First name"
          autoComplete="given-name"
          error={wrong.firstName?.message}
          {...form.register('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          error={wrong.lastName?.message}
          {...form.register('lastName')}
        />
      </div>
      <EmailField label="Email" error={wrong.email?.message} {...form.register('email')} />
      <MethodChoice form={form} types={types} />
      <ConsentBoxes
        choices={consents}
        change={(choice) => setConsents((before) => ({ ...before, ...choice }))}
      />
      <PrivacyLine>{privacyTexts.atDonation}</PrivacyLine>
      <div className={styles.end}>
        <FormProblem message={problem} />
        <Button
          type="submit"
          kind="accent"
          wide
          busy={busy}
          disabled={!type}
          aria-describedby={types.data && !type ? why : undefined}
        >
          Donate
        </Button>
        {types.data && !type && (
          <p id={why} className={styles.why}>
            {donationTexts.noMethod}
          </p>
        )}
      </div>
    </form>
  );
}
