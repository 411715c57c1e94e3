import { companyInfoTexts } from '#contract/company-info.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { SaveBar } from '#web/forms/save-bar.tsx';
import { RecordHistory } from '#web/features/audit/record-history.tsx';
import { BankSection } from './bank-section.tsx';
import styles from './company-info.module.css';
import { MailLimits } from './mail-limits.tsx';
import { TestMail } from './test-mail.tsx';
import { CompanyProblem } from './company-problem.tsx';
import { MembershipYearSection } from './membership-year-section.tsx';
import { DonationsSection } from './donations-section.tsx';
import { askSkip, NumberingSection } from './numbering-section.tsx';
import { OrganisationSection } from './organisation-section.tsx';
import { TaxSection } from './tax-section.tsx';
import { skippedNumbers } from './skipped-numbers.ts';
import { useCompanyForm } from './use-company-form.ts';
import type { Version } from './use-company-info.ts';

const askDiscard = {
  title: 'Discard changes?',
  body: 'What you have typed since the last save will be lost.',
  confirm: 'Discard changes',
  cancel: 'Keep editing',
  danger: true,
} as const;

export function CompanyInfoForm({ loaded }: { loaded: Version }) {
  const confirm = useConfirm();
  const edit = useCompanyForm(loaded);
  const { form, errors, company } = edit;
  const changed = form.formState.isDirty;

  const submit = form.handleSubmit(async (values) => {
    const skipped = skippedNumbers(company, values);
    if (skipped.length > 0 && !(await confirm(askSkip(skipped)))) return;
    await edit.save(values);
  }, errors.onInvalid);

  async function cancel() {
    if (await confirm(askDiscard)) edit.discard();
  }

  return (
    <>
      <form noValidate onSubmit={submit} className={styles.form}>
        <ErrorSummary {...errors.summary} />
        {/* What is typed while it is being saved would be lost. */}
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
              {...edit.field('notes', companyInfoTexts.notesHint)}
              rows={4}
            />
          </Card>
        </div>
        <SaveBar changed={changed}>
          <CompanyProblem edit={edit} />
          <Button disabled={!changed || edit.saving} onClick={cancel} className={styles.first}>
            Cancel
          </Button>
          <Button type="submit" kind="primary" busy={edit.saving}>
            Save
          </Button>
        </SaveBar>
      </form>
      <TestMail />
      <MailLimits />
      <RecordHistory id={company.id} version={JSON.stringify(company)} />
    </>
  );
}
