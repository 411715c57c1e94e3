import { useEffect, useId, useMemo, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router';
import { publicSettingsTexts } from '#contract/company-info/public-settings.ts';
import { donatingTexts, donationTypeHints, goOnTo } from '#contract/donations/donate-texts.ts';
import {
  donationTexts,
  type DonationType,
  donationTypeNames,
  listDonationTypes,
} from '#contract/donations/endpoints.ts';
import { referenceLabel } from '#contract/invoices/bank-details.ts';
import { formatRand } from '#contract/money.ts';
import { paymentTexts } from '#contract/payments/endpoints.ts';
import { privacyTexts } from '#contract/privacy/texts.ts';
import { type Loaded, useLoaded } from '#web/api/use-loaded.ts';
import { useLacksMailServer, usePublicSettings } from '#web/api/use-public-settings.ts';
import { paths } from '#web/app/paths.ts';
import { usePreload } from '#web/app/router/code-later.ts';
import { NotOpenYet, useIsNotOpen } from '#web/features/company-info/not-open-yet.tsx';
import { EftDetailsList } from '#web/features/payments/eft-details.tsx';
import { PaymentReference } from '#web/features/payments/payment-reference.tsx';
import { ConsentBoxes, PrivacyLine } from '#web/features/privacy/consent-boxes.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { RadioCards } from '#web/ui/fields/radio-cards.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AmountChoice } from './amount-choice.tsx';
import styles from './donate-page.module.css';
import {
  donateForm,
  type DonationInput,
  type Recorded,
  recordedIn,
  type TypedDonation,
  useDonate,
} from './use-donate.ts';

/** product-rules 18.13. Card donations continue at the provider, others end on this page. */
export function DonatePage() {
  const { state } = useLocation() as { state: unknown };
  const recorded = useMemo(() => recordedIn(state), [state]);
  const isNotOpen = useIsNotOpen();
  const isMailKept = useLacksMailServer();
  useEffect(() => {
    // The focused button has been removed.
    if (recorded) document.querySelector('h1')?.focus();
  }, [recorded]);
  if (isNotOpen) return <NotOpenYet />;
  return (
    <>
      <PageTitle>{recorded ? donatingTexts.thanks : donatingTexts.title}</PageTitle>
      <div role="status" className={styles.recorded}>
        {recorded && sentencesFor(recorded, isMailKept).map((text) => <p key={text}>{text}</p>)}
      </div>
      {!recorded && <WhyGive />}
      {recorded ? <NextSteps recorded={recorded} /> : <DonateForm />}
      <TrustLine />
    </>
  );
}

/** In the organisation's own words, if it has written any. */
function WhyGive() {
  const { whyGive = '' } = usePublicSettings() ?? {};
  return whyGive === '' ? null : <p className={styles.reason}>{whyGive}</p>;
}

function sentencesFor({ type, eftDetails }: Recorded, isMailKept: boolean): string[] {
  if (type.name !== donationTypeNames.eft) return [donatingTexts.recorded];
  if (!isMailKept) return [donationTexts.recorded];
  const hasBankDetails = (eftDetails?.bankDetails.length ?? 0) > 0;
  return [donationTexts.recorded, publicSettingsTexts.mailKept(hasBankDetails)];
}

const empty: TypedDonation = {
  amount: '',
  firstName: '',
  lastName: '',
  email: '',
  donationTypeId: '',
};

const loadRedirectPage = () => import('#web/features/payments/redirect-page.tsx');

function DonateForm() {
  const why = useId();
  const [consents, setConsents] = useState({ news: false, appeals: false });
  const types = useLoaded(listDonationTypes);
  const form = useCheckedForm(donateForm(types.data ?? []), { defaultValues: empty });
  const errors = useErrorFocus(form);
  const { busy, problem, submit } = useDonate({ errors });
  const chosen = useWatch({ control: form.control, name: 'donationTypeId' });
  const type = types.data?.find(({ id }) => id === chosen);
  const { errors: wrong } = form.formState;
  usePreload(loadRedirectPage);

  const send = (body: DonationInput) => (type ? submit({ ...body, consents }, type) : undefined);

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

interface Props {
  form: UseFormReturn<TypedDonation, unknown, DonationInput>;
  types: Loaded<DonationType[]>;
}

function MethodChoice({ form, types: { data, failed, load } }: Props) {
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
        // Another method may accept an amount that cards do not.
        onChange: () => form.clearErrors('amount'),
      })}
    />
  );
}

/** The details for the transfer. The other site opens on a press, since pop-ups are blocked. */
function NextSteps({ recorded }: { recorded: Recorded }) {
  const { amount, paymentReference, eftDetails, type } = recorded;
  if (eftDetails !== null) {
    return (
      <div className={styles.form}>
        <EftDetailsList {...eftDetails} />
        <p>{donatingTexts.eftReference}</p>
        <DonateAgain />
      </div>
    );
  }
  return (
    <div className={styles.form}>
      <DefinitionList
        facts={[
          { label: 'Amount', value: formatRand(amount) },
          { label: 'Payment method', value: type.name },
          {
            label: referenceLabel,
            value: <PaymentReference value={paymentReference} />,
          },
        ]}
      />
      <p>{nextStep(type)}</p>
      {type.transferUrl !== null && (
        <ButtonLink kind="accent" wide to={type.transferUrl} target="_blank" rel="noreferrer">
          {goOnTo(type.name)}
        </ButtonLink>
      )}
      <DonateAgain />
    </div>
  );
}

/** A reload keeps this page, so the form needs a link. */
function DonateAgain() {
  return (
    <ButtonLink wide to={paths.donate()}>
      {paymentTexts.donateAgain}
    </ButtonLink>
  );
}

function nextStep({ transferUrl }: Recorded['type']): string {
  return transferUrl === null ? donatingTexts.byEmail : donatingTexts.byLink;
}

/** The organisation and its contacts. */
function TrustLine() {
  const site = usePublicSettings();
  if (!site) return null;
  const { organisation, email, phone } = site;
  return (
    <footer className={styles.trust}>
      {organisation !== '' && <p>{donatingTexts.goesTo(organisation)}</p>}
      {(email !== '' || phone !== '') && (
        <p>
          {donatingTexts.questions}{' '}
          <span className={styles.contacts}>
            {email !== '' && <a href={`mailto:${email}`}>{email}</a>}
            {phone !== '' && <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>}
          </span>
        </p>
      )}
    </footer>
  );
}
