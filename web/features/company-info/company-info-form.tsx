import { type SyntheticEvent, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { companyInfoTexts as texts } from '#contract/company-info/endpoints.ts';
import { formatDay, isDay } from '#contract/days.ts';
import { RecordHistory } from '#web/features/audit/record-history.tsx';
import { BooksWarning } from '#web/features/books/books-warning.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { SaveBar } from '#web/forms/record-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { RadioCards } from '#web/ui/fields/radio-cards.tsx';
import { readAmount } from '#web/ui/fields/read-amount.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import { Warning } from '#web/ui/warning.tsx';
import { BankSection } from './bank-section.tsx';
import styles from './company-info.module.css';
import { PartIndex } from './part-index.tsx';
import { parts } from './parts.ts';
import { LogoCard } from './logo-card.tsx';
import { askSkip, NumberingSection, skippedNumbers } from './numbering-section.tsx';
import { type CompanyForm, useCompanyForm } from './use-company-form.ts';
import type { LoadedCompanyInfo } from './use-company-info.ts';

const askDiscard = {
  title: 'Discard changes?',
  body: 'What you have typed since the last save will be lost.',
  confirm: 'Discard changes',
  cancel: 'Keep editing',
  danger: true,
} as const;

export function CompanyInfoForm({ loaded }: { loaded: LoadedCompanyInfo }) {
  const confirm = useConfirm();
  const edit = useCompanyForm(loaded);
  const { form, errors, company } = edit;
  const isChanged = form.formState.isDirty;
  const saveButton = useRef<HTMLButtonElement>(null);

  const save = form.handleSubmit(async (values) => {
    const skipped = skippedNumbers(company, values);
    if (skipped.length > 0 && !(await confirm(askSkip(skipped)))) return;
    await edit.save(values);
  }, errors.onInvalid);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    // A field would lose the focus while the sections are inert.
    saveButton.current?.focus({ preventScroll: true });
    await save();
  }

  async function cancel() {
    if (await confirm(askDiscard)) edit.discard();
  }

  return (
    <div className={styles.withIndex}>
      <PartIndex />
      <div className={styles.form}>
        <BooksWarning />
        <form noValidate onSubmit={(event) => void submit(event)} className={styles.form}>
          <ErrorSummary {...errors.summary} />
          {/* Changes made while saving would be lost. */}
          <div inert={edit.saving} className={styles.sections}>
            <OrganisationSection edit={edit} />
            <BankSection edit={edit} />
            <MembershipYearSection edit={edit} />
            <NumberingSection edit={edit} />
            <DonationsSection edit={edit} />
            <TaxSection edit={edit} />
            <Card>
              <TextareaField
                {...form.register('notes')}
                {...edit.field('notes', texts.notesHint)}
                rows={4}
              />
            </Card>
          </div>
          <SaveBar changed={isChanged}>
            <CompanyProblem edit={edit} />
            <Button off={!isChanged || edit.saving} onClick={cancel} className={styles.first}>
              Cancel
            </Button>
            <Button ref={saveButton} type="submit" kind="primary" busy={edit.saving}>
              Save
            </Button>
          </SaveBar>
        </form>
        <LogoCard companyId={company.id} />
        <RecordHistory id={company.id} version={JSON.stringify(company)} />
      </div>
    </div>
  );
}

/** Why the save was refused, and a button that loads the latest version. */
function CompanyProblem({ edit }: { edit: CompanyForm }) {
  const { problem, isStale, reload, reloading, isMerged } = edit;
  return (
    <div className={styles.saveProblem}>
      <div className={styles.problem}>
        <FormProblem message={problem} />
        {isStale && (
          <Button busy={reloading} onClick={reload}>
            Reload
          </Button>
        )}
      </div>
      <output className={styles.merged}>{isMerged && texts.keptTyped}</output>
    </div>
  );
}

function OrganisationSection({ edit }: { edit: CompanyForm }) {
  const { form, field } = edit;
  return (
    <Card {...parts.organisation}>
      <TextField {...form.register('name')} {...field('name')} autoComplete="organization" />
      <div className={styles.columns}>
        <EmailField {...form.register('email')} {...field('email')} />
        <TextField
          {...form.register('phone')}
          {...field('phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
      </div>
      <TextareaField
        {...form.register('address')}
        {...field('address')}
        autoComplete="street-address"
      />
    </Card>
  );
}

function MembershipYearSection({ edit }: { edit: CompanyForm }) {
  const { form, field } = edit;
  const yearEnd = useWatch({ control: form.control, name: 'membershipExpiryDate' });
  return (
    <Card {...parts.year}>
      <div className={styles.narrow}>
        <TextField
          {...form.register('membershipExpiryDate')}
          {...field('membershipExpiryDate', texts.yearHint)}
          type="date"
          optional
        />
        <output className={styles.effect}>{effectOf(yearEnd ?? '')}</output>
      </div>
    </Card>
  );
}

function effectOf(yearEnd: string): string {
  if (!isDay(yearEnd)) return texts.yearEmpty;
  const [date, month] = formatDay(yearEnd).split(' ');
  const end = yearEnd.endsWith('-02-29') ? 'the last day of February' : `${date} ${month}`;
  return `Every membership year ends on ${end}.`;
}

const presets = ['donationPreset1', 'donationPreset2', 'donationPreset3'] as const;

/** The amounts that donors can choose from. */
function DonationsSection({ edit }: { edit: CompanyForm }) {
  const { form, field } = edit;
  return (
    <Card {...parts.donations}>
      <TextareaField
        {...form.register('whyGive')}
        {...field('whyGive', texts.whyGiveHint)}
        optional
      />
      <p>{texts.presetsHint}</p>
      <div className={styles.amounts}>
        {presets.map((name) => (
          <AmountField
            key={name}
            {...form.register(name, { setValueAs: asRand })}
            {...field(name)}
          />
        ))}
      </div>
    </Card>
  );
}

/** The form holds a number, the input text. */
function asRand(typed: string | number): number {
  return typeof typed === 'number' ? typed : readAmount(typed);
}

const vatBases = [
  { value: 'payments', title: texts.vatPayments, line: texts.vatPaymentsMeans },
  { value: 'invoices', title: texts.vatInvoices, line: texts.vatInvoicesMeans },
] as const;

/** Asked with a VAT number only, and without a default. */
function VatBasisField({ edit }: { edit: CompanyForm }) {
  const { form, field } = edit;
  const [vatNumber, basis] = useWatch({ control: form.control, name: ['vatNumber', 'vatBasis'] });
  const { label, error, hint } = field('vatBasis', texts.vatBasisHint);
  if (!vatNumber) return basis ? <Warning>{texts.vatRemoved[basis]}</Warning> : null;
  return (
    <>
      <RadioCards
        {...form.register('vatBasis')}
        legend={label}
        options={vatBases}
        hint={hint}
        {...(error !== undefined && { error })}
      />
      {!basis && <Warning>{texts.vatBasisOpen}</Warning>}
    </>
  );
}

function TaxSection({ edit }: { edit: CompanyForm }) {
  const { form, field } = edit;
  return (
    <Card {...parts.tax}>
      <div className={styles.narrow}>
        <TextField
          {...form.register('vatNumber')}
          {...field('vatNumber', texts.vatHint)}
          inputMode="numeric"
          autoComplete="off"
          optional
        />
      </div>
      <VatBasisField edit={edit} />
      <div className={styles.narrow}>
        <TextField
          {...form.register('pboNumber')}
          {...field('pboNumber', texts.pboHint)}
          autoComplete="off"
          optional
        />
      </div>
    </Card>
  );
}
