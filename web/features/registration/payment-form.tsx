import * as z from 'zod/mini';
import type { FieldError } from '#contract/envelope.ts';
import { offeredPaymentType, type offeredPaymentTypes } from '#contract/invoices.ts';
import { registrationTexts } from '#contract/registration.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { RadioCards } from '#web/ui/fields/radio-cards.tsx';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import type { Draft } from './draft.ts';
import type { Registering } from './use-register.ts';
import styles from './wizard.module.css';
import { useRefusals } from './use-refusals.ts';
import { useTyped } from './use-typed.ts';
import { WizardBar } from './wizard-bar.tsx';

interface Props {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  refusals: readonly FieldError[];
  registering: Registering;
}

type FormProps = Props & { offersCard: boolean };

type PaymentType = (typeof offeredPaymentTypes)[number];
const schema: z.ZodMiniType<{ paymentType: PaymentType }, { paymentType: string }> = z.object({
  paymentType: offeredPaymentType,
});

const options = [
  { value: 'Credit Card', title: 'Credit Card', line: registrationTexts.cardNext },
  { value: 'EFT', title: 'EFT', line: registrationTexts.eftNext },
] satisfies { value: PaymentType; title: string; line: string }[];

/** Where no cards are taken there is one way, and it is chosen already. */
export function PaymentForm(props: Props) {
  const offersCard = usePublicSettings()?.offersCard ?? true;
  return <ChoiceForm key={String(offersCard)} {...props} offersCard={offersCard} />;
}

function ChoiceForm({ draft, change, refusals, registering, offersCard }: FormProps) {
  const start = offersCard ? draft.paymentType : 'EFT';
  const form = useCheckedForm(schema, { defaultValues: { paymentType: start } });
  const errors = useErrorFocus(form);
  useTyped(form, ({ paymentType }) => change({ paymentType }));
  useRefusals(refusals, errors);
  return (
    <form
      noValidate
      className={styles.step}
      onSubmit={form.handleSubmit(
        ({ paymentType }) => registering.submit(paymentType),
        errors.onInvalid,
      )}
    >
      <RadioCards
        legend="Payment method"
        options={offersCard ? options : options.filter(({ value }) => value !== 'Credit Card')}
        {...form.register('paymentType')}
        error={form.formState.errors.paymentType?.message}
      />
      <WizardBar
        submit={registrationTexts.submit}
        busy={registering.busy}
        problem={registering.problem}
      />
    </form>
  );
}
