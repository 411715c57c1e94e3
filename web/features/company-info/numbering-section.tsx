import { useWatch } from 'react-hook-form';
import { companyInfoTexts } from '#contract/company-info.ts';
import { invoiceNumber, membershipNumber } from '#contract/numbers.ts';
import { Card } from '#web/ui/card.tsx';
import type { Question } from '#web/ui/confirm.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './company-info.module.css';
import { skippedText } from './skipped-numbers.ts';
import type { CompanyForm } from './use-company-form.ts';

const counters = [
  { name: 'lastUsedInvoiceNumber', write: invoiceNumber, next: 'The next invoice gets' },
  { name: 'lastUsedMemberNumber', write: membershipNumber, next: 'The next new member gets' },
] as const;

/** Counters move by themselves; setting one is for those who come from another system. */
export function NumberingSection({ edit }: { edit: CompanyForm }) {
  return (
    <Card title="Numbering">
      <p>{companyInfoTexts.numbersHint}</p>
      <div className={styles.columns}>
        {counters.map((counter) => (
          <CounterField key={counter.name} edit={edit} {...counter} />
        ))}
      </div>
    </Card>
  );
}

type CounterProps = (typeof counters)[number] & { edit: CompanyForm };

function CounterField({ edit, name, write, next }: CounterProps) {
  const { form, field, company } = edit;
  const saved = company[name];
  const typed = useWatch({ control: form.control, name });
  const isNumber = typeof typed === 'number' && Number.isInteger(typed) && typed >= 0;
  const last = isNumber ? Math.max(typed, saved) : saved;
  return (
    <div className={styles.counter}>
      <TextField
        {...form.register(name, { valueAsNumber: true })}
        {...field(name)}
        inputMode="numeric"
        autoComplete="off"
      />
      <output className={styles.effect}>
        {`${next} ${write(last + 1)}. `}
        {isNumber && typed > saved && <strong>{skippedText(write, saved, typed)}</strong>}
        {isNumber && typed < saved && <strong>{companyInfoTexts.lowerIgnored}</strong>}
      </output>
    </div>
  );
}

export function askSkip(skipped: readonly string[]): Question {
  return {
    title: 'Skip numbers?',
    body: (
      <>
        {skipped.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <p>{companyInfoTexts.askSkip}</p>
      </>
    ),
    confirm: 'Yes, skip them',
    cancel: 'No, cancel',
    danger: true,
  };
}
