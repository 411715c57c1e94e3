import { useWatch } from 'react-hook-form';
import { type CompanyInfo, companyInfoTexts } from '#contract/company-info/endpoints.ts';
import { invoiceNumber, membershipNumber } from '#contract/numbers.ts';
import { Card } from '#web/ui/card.tsx';
import type { Question } from '#web/ui/confirm.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { parts } from './parts.ts';
import styles from './company-info.module.css';
import type { CompanyValues } from './company-values.ts';
import type { CompanyForm } from './use-company-form.ts';

const counters = [
  { name: 'lastUsedInvoiceNumber', write: invoiceNumber, next: 'The next invoice gets' },
  { name: 'lastUsedMemberNumber', write: membershipNumber, next: 'The next new member gets' },
] as const;

/** Counters increase automatically; setting one is for imports from another system. */
export function NumberingSection({ edit }: { edit: CompanyForm }) {
  return (
    <Card {...parts.numbering}>
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

/** "INV-00061 to INV-00099 will be skipped." */
function skippedText(write: (number: number) => string, saved: number, typed: number) {
  const first = write(saved + 1);
  return typed === saved + 1
    ? `${first} will be skipped.`
    : `${first} to ${write(typed)} will be skipped.`;
}

/** One sentence per counter that the form would raise. */
export function skippedNumbers(saved: CompanyInfo, typed: Partial<CompanyValues>): string[] {
  const counters = [
    { write: invoiceNumber, from: saved.lastUsedInvoiceNumber, to: typed.lastUsedInvoiceNumber },
    { write: membershipNumber, from: saved.lastUsedMemberNumber, to: typed.lastUsedMemberNumber },
  ];
  return counters.flatMap(({ write, from, to }) =>
    typeof to === 'number' && to > from ? [skippedText(write, from, to)] : [],
  );
}
