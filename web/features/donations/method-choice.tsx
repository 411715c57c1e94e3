import type { UseFormReturn } from 'react-hook-form';
import { donatingTexts, donationTypeHints } from '#contract/donating.ts';
import { donationTexts, type DonationType } from '#contract/donations.ts';
import type { Loaded } from '#web/api/use-loaded.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioCards } from '#web/ui/fields/radio-cards.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { GivenDonation, TypedDonation } from './donate-values.ts';
import styles from './donate.module.css';

interface Props {
  form: UseFormReturn<TypedDonation, unknown, GivenDonation>;
  types: Loaded<DonationType[]>;
}

export function MethodChoice({ form, types: { data, failed, load } }: Props) {
  if (data === null) {
    return (
      <div className={styles.wait}>
        <FormProblem message={failed ? donationTexts.typesFailed : null} />
        {failed ? (
          <Button onClick={load}>Try again</Button>
        ) : (
          <Spinner label={donatingTexts.typesLoading} />
        )}
      </div>
    );
  }
  return (
    <RadioCards
      legend="Payment method"
      options={data.map(({ id, name }) => ({
        value: id,
        title: name,
        line: donationTypeHints[name],
      }))}
      error={form.formState.errors.donationTypeId?.message}
      {...form.register('donationTypeId', {
        // Another method may take what a card does not.
        onChange: () => form.clearErrors('amount'),
      })}
    />
  );
}
