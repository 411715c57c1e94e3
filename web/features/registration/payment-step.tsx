import { Link } from 'react-router';
import * as z from 'zod/mini';
import type { FieldError } from '#contract/envelope.ts';
import { offeredPaymentType, type offeredPaymentTypes } from '#contract/invoices/endpoints.ts';
import type { MemberType } from '#contract/member-types/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { registrationTexts } from '#contract/registration/endpoints.ts';
import { relativeTexts } from '#contract/members/relatives.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { paths } from '#web/app/paths.ts';
import { usePreload } from '#web/app/router/code-later.ts';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { RadioCards } from '#web/ui/fields/radio-cards.tsx';
import type { Draft } from './draft.ts';
import { endOfRegistration } from './registration-finished.ts';
import type { Registering } from './use-register.ts';
import { useRefusals, useTyped, WizardBar } from './wizard-step.tsx';
import type { Step } from './wizard-steps.ts';
import styles from './wizard.module.css';

interface Props {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  type: MemberType;
  refusals: readonly FieldError[];
  registering: Registering;
  goBack: (step: Step) => void;
}

export function PaymentStep({ goBack, ...props }: Props) {
  const { draft, type, registering } = props;
  usePreload(endOfRegistration.fetch);
  return (
    <div className={styles.step}>
      <Summary draft={draft} type={type} goBack={goBack} />
      {type.fee > 0 ? (
        <PaymentForm {...props} />
      ) : (
        <form
          className={styles.step}
          onSubmit={(event) => {
            event.preventDefault();
            void registering.submit(null);
          }}
        >
          <p>{registrationTexts.free}</p>
          <WizardBar
            submit={registrationTexts.submit}
            busy={registering.busy}
            problem={registering.problem}
          />
        </form>
      )}
    </div>
  );
}

interface SummaryProps {
  draft: Draft;
  type: MemberType;
  goBack: (step: Step) => void;
}

/** A summary of the input, with a button back to each step. */
function Summary({ draft: { person, relatives }, type, goBack }: SummaryProps) {
  const names = relatives.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ');
  const facts: { label: string; value: string; step: Step | null }[] = [
    {
      label: 'Name',
      value: `${person.title} ${person.firstName} ${person.lastName}`,
      step: 'registration',
    },
    { label: 'Member type', value: type.name, step: 'registration' },
    { label: 'Fee', value: formatRand(type.fee), step: null },
  ];
  if (type.isFamily) {
    facts.push({ label: 'Relatives', value: names || relativeTexts.none, step: 'relatives' });
  }
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, step }) => (
        <div key={label} className={styles.fact}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
          {step && (
            <dd className={styles.change}>
              <ChangeLink what={label.toLowerCase()} onFollow={() => goBack(step)} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Goes back in the history instead of adding an entry. */
function ChangeLink({ what, onFollow }: { what: string; onFollow: () => void }) {
  return (
    <Link
      to={paths.register()}
      onClick={(event) => {
        event.preventDefault();
        onFollow();
      }}
    >
      {registrationTexts.change}
      <span className="visually-hidden"> {what}</span>
    </Link>
  );
}

interface PaymentFormProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  refusals: readonly FieldError[];
  registering: Registering;
}

type FormProps = PaymentFormProps & { offersCard: boolean };

type PaymentType = (typeof offeredPaymentTypes)[number];

const schema: z.ZodMiniType<{ paymentType: PaymentType }, { paymentType: string }> = z.object({
  paymentType: offeredPaymentType,
});

const options = [
  { value: 'Credit Card', title: 'Credit Card', line: registrationTexts.cardNext },
  { value: 'EFT', title: 'EFT', line: registrationTexts.eftNext },
] satisfies { value: PaymentType; title: string; line: string }[];

const loadRedirectPage = () => import('#web/features/payments/redirect-page.tsx');

/** If there is only one payment method, it is preselected. */
function PaymentForm(props: PaymentFormProps) {
  const offersCard = usePublicSettings()?.offersCard ?? true;
  return <ChoiceForm key={String(offersCard)} {...props} offersCard={offersCard} />;
}

function ChoiceForm({ draft, change, refusals, registering, offersCard }: FormProps) {
  const start = offersCard ? draft.paymentType : 'EFT';
  const form = useCheckedForm(schema, { defaultValues: { paymentType: start } });
  const errors = useErrorFocus(form);
  useTyped(form, ({ paymentType }) => change({ paymentType }));
  useRefusals(refusals, errors);
  usePreload(loadRedirectPage);
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
