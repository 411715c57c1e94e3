import { useWatch } from 'react-hook-form';
import {
  accountChangeDays,
  bankNamed,
  bankOfBranch,
  bankRuleTexts,
  joinDigits,
} from '#contract/company-info/bank-rules.ts';
import { type CompanyInfo, companyInfoTexts } from '#contract/company-info/endpoints.ts';
import { referenceLabel } from '#contract/invoices/bank-details.ts';
import { addDays } from '#contract/calendar.ts';
import { dayOf, formatMoment } from '#contract/days.ts';
import { missingForEft } from '#contract/company-info/missing-for-eft.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Warning } from '#web/ui/warning.tsx';
import { parts } from './parts.ts';
import styles from './bank-section.module.css';
import companyInfoStyles from './company-info.module.css';
import { type CompanyValues, type FormValues, needsAccountAgain } from './company-values.ts';
import type { CompanyForm } from './use-company-form.ts';

/** Text, not numbers: account numbers and branch codes begin with zeros. product-rules 6.16. */
const asDigits = { inputMode: 'numeric', autoComplete: 'off' } as const;

export function BankSection({ edit }: { edit: CompanyForm }) {
  const { form, field, company } = edit;
  const values = useWatch({ control: form.control, compute: (all) => all });
  return (
    <Card {...parts.bank}>
      <BankMissing missing={missingForEft(values)} />
      <div className={companyInfoStyles.bank}>
        <div className={companyInfoStyles.fields}>
          <TextField {...form.register('bank')} {...field('bank')} autoComplete="off" />
          <AccountNumber edit={edit} values={values} />
          <TextField {...form.register('branchCode')} {...field('branchCode')} {...asDigits} />
          <BankCheck edit={edit} values={values} />
          <TextField
            {...form.register('accountType')}
            {...field('accountType', 'Such as Cheque or Savings.')}
            autoComplete="off"
          />
          <TextField
            {...form.register('swiftCode')}
            {...field('swiftCode', 'Only needed for payments from abroad.')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            optional
          />
        </div>
        <EftPreview values={values} lastInvoice={company.lastUsedInvoiceNumber} />
      </div>
    </Card>
  );
}

interface PartProps {
  edit: CompanyForm;
  values: FormValues;
}

/** Typed twice when it is changed: a wrong digit sends the money of all payers elsewhere. */
function AccountNumber({ edit: { form, field, filled, company }, values }: PartProps) {
  return (
    <>
      <TextField {...form.register('accountNumber')} {...field('accountNumber')} {...asDigits} />
      <AccountChanged company={company} />
      {needsAccountAgain(filled, values) && (
        <TextField
          {...form.register('accountNumberAgain')}
          label={bankRuleTexts.again}
          hint={bankRuleTexts.againHint}
          error={form.formState.errors.accountNumberAgain?.message}
          {...asDigits}
        />
      )}
    </>
  );
}

/** The administrator who changed the saved number, and the time. product-rules 6.16. */
function AccountChanged({ company }: { company: CompanyInfo }) {
  const { accountNumberChangedBy: by, accountNumberChangedUtc: at } = company;
  if (by === null || at === null || !isRecent(at)) return null;
  return (
    <p className={styles.note}>
      <strong>{bankRuleTexts.changed(by, formatMoment(at))}</strong> {bankRuleTexts.compareChanged}
    </p>
  );
}

function isRecent(change: string): boolean {
  return dayOf(new Date()) <= addDays(dayOf(new Date(change)), accountChangeDays);
}

/** A bank or branch that we do not know may be right, so it is never refused. */
function BankCheck({ edit: { form }, values }: PartProps) {
  const code = values.branchCode?.trim() ?? '';
  const name = values.bank?.trim() ?? '';
  const bank = bankOfBranch(code);
  const isOther = bank !== undefined && bankNamed(name) !== bank;
  return (
    <div>
      <output className={companyInfoStyles.effect}>
        {bank !== undefined && `${bankRuleTexts.branchOf(bank)} `}
        {code !== '' && bank === undefined && <strong>{bankRuleTexts.branchUnknown} </strong>}
        {name !== '' && bank === undefined && bankNamed(name) === undefined && (
          <strong>{bankRuleTexts.bankUnknown}</strong>
        )}
      </output>
      {isOther && (
        <Button
          kind="quiet"
          onClick={() => {
            form.setValue('bank', bank, { shouldDirty: true });
            form.setFocus('bank');
          }}
        >
          {bankRuleTexts.enterBank(bank)}
        </Button>
      )}
    </div>
  );
}

/** A warning, and how to resolve it. */
function BankMissing({ missing }: { missing: readonly string[] }) {
  if (missing.length === 0) return null;
  return (
    <Warning>
      <p className={styles.sentence}>{companyInfoTexts.bankMissing}</p>
      <p>Still to fill in: {missing.join(', ')}.</p>
    </Warning>
  );
}

interface Props {
  values: CompanyValues;
  lastInvoice: number;
}

/** A preview of the bank details on invoices. */
function EftPreview({ values, lastInvoice }: Props) {
  const last = Math.max(lastInvoice, values.lastUsedInvoiceNumber || 0);
  const facts = [
    { label: 'Account holder', value: values.name },
    { label: 'Bank', value: values.bank },
    { label: 'Account number', value: joinDigits(values.accountNumber ?? '') },
    { label: 'Branch code', value: joinDigits(values.branchCode ?? '') },
    { label: 'Account type', value: values.accountType },
    { label: 'SWIFT code', value: values.swiftCode },
    { label: referenceLabel, value: paymentReference('INV', last + 1) },
  ].filter(({ value }) => value?.trim());
  return (
    <section aria-label={companyInfoTexts.preview} className={styles.preview}>
      <h3>{companyInfoTexts.preview}</h3>
      {values.accountNumber?.trim() ? (
        <DefinitionList facts={facts} />
      ) : (
        <p>“{companyInfoTexts.bankUnknown}”</p>
      )}
      <p className={styles.hint}>{companyInfoTexts.previewHint}</p>
    </section>
  );
}
