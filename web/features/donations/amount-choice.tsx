import { type UseFormReturn, useWatch } from 'react-hook-form';
import { donatingTexts } from '#contract/donations/donate-texts.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { readAmount, tidyAmount } from '#web/ui/fields/read-amount.ts';
import styles from './amount-choice.module.css';
import type { DonationInput, TypedDonation } from './use-donate.ts';

interface Props {
  form: UseFormReturn<TypedDonation, unknown, DonationInput>;
}

/** Chips fill the field below; only the field's value is sent. */
export function AmountChoice({ form }: Props) {
  const typed = useWatch({ control: form.control, name: 'amount' });
  const presets = [...new Set(usePublicSettings()?.donationPresets)];
  const preset = presets.find((rand) => rand === readAmount(typed));
  const field = form.register('amount');

  function fill(text: string) {
    form.setValue('amount', text, { shouldDirty: true });
    form.clearErrors('amount');
  }

  function askOther() {
    if (preset !== undefined) fill('');
    form.setFocus('amount');
  }

  return (
    <AmountField
      label="Amount (ZAR)"
      error={form.formState.errors.amount?.message}
      {...field}
      onBlur={(event) => {
        const tidy = tidyAmount(event.target.value);
        if (tidy !== event.target.value) form.setValue('amount', tidy);
        return field.onBlur(event);
      }}
      chips={
        <div role="group" aria-label="Suggested amounts" className={styles.chips}>
          {presets.map((rand) => (
            <Chip
              key={rand}
              pressed={rand === preset}
              onClick={() => fill(tidyAmount(String(rand)))}
            >
              {`R${tidyAmount(String(rand))}`}
            </Chip>
          ))}
          <Chip pressed={typed.trim() !== '' && preset === undefined} onClick={askOther}>
            {donatingTexts.otherAmount}
          </Chip>
        </div>
      }
    />
  );
}

interface ChipProps {
  pressed: boolean;
  onClick: () => void;
  children: string;
}

function Chip({ pressed, onClick, children }: ChipProps) {
  return (
    <button type="button" aria-pressed={pressed} onClick={onClick} className={styles.chip}>
      {children}
    </button>
  );
}
