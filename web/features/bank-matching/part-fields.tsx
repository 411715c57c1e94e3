import { useEffect, useId, useRef } from 'react';
import { matchingWords as words } from '#contract/bank-matching/page-texts.ts';
import { membershipChoiceTexts as choiceTexts } from '#contract/payments/membership-choice.ts';
import { formatRand } from '#contract/money.ts';
import { partInWords } from '#web/features/payments/part-in-words.ts';
import { periodOptions } from '#web/features/payments/use-undo-payment.tsx';
import { Button } from '#web/ui/button.tsx';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { readAmount } from '#web/ui/fields/read-amount.ts';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './bank-matching.module.css';
import { type DraftPart, hasFixedAmount, type PartField, type PartProblems } from './parts.ts';

interface Props {
  part: DraftPart;
  fields: readonly PartField[];
  problems: PartProblems;
  onChange: (part: DraftPart) => void;
  onRemove: () => void;
}

/** One part of a line: what it is, and its amount. */
export function PartFields({ part, fields, problems, onChange, onRemove }: Props) {
  const { key, kind, title, amount, balance } = part;
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Only a part that was just added: its button had the focus, or the search box.
    if (document.activeElement?.closest('[data-adds]'))
      group.current?.querySelector('input')?.focus();
  }, []);
  const field = (name: PartField) => ({
    value: part[name],
    error: problems[`${key} ${name}`],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...part, [name]: event.currentTarget.value }),
  });
  const rest = balance === null ? '' : partInWords(readAmount(amount), balance);
  return (
    <div ref={group} role="group" aria-labelledby={id} className={styles.part}>
      <div className={styles.partHead}>
        <span id={id} className={styles.strong}>
          {title}
        </span>
        <Button kind="quiet" onClick={onRemove}>
          {words.remove}
          <span className="visually-hidden"> {title}</span>
        </Button>
      </div>
      {hasFixedAmount(kind) ? (
        <p className={styles.small}>
          {[
            formatRand(readAmount(amount)),
            ...(part.fee > 0 ? [words.lessFee(part.fee)] : []),
          ].join(', ')}
        </p>
      ) : (
        <AmountField
          label={words.amount}
          hint={balance === null ? undefined : words.toPay(balance)}
          {...field('amount')}
        />
      )}
      {rest !== '' && <p className={styles.small}>{rest}</p>}
      <More fields={fields} field={field} />
    </div>
  );
}

interface MoreProps {
  fields: readonly PartField[];
  field: (name: PartField) => {
    value: string;
    error: string | undefined;
    onChange: (event: { currentTarget: { value: string } }) => void;
  };
}

function More({ fields, field }: MoreProps) {
  return (
    <>
      {fields.includes('payerName') && (
        <TextField
          label={words.payerName}
          hint={words.payerHint}
          autoComplete="off"
          {...field('payerName')}
        />
      )}
      {fields.includes('firstName') && (
        <>
          <div className={styles.pair}>
            <TextField label="First name" autoComplete="off" {...field('firstName')} />
            <TextField label="Last name" autoComplete="off" {...field('lastName')} />
          </div>
          <EmailField label="Email" autoComplete="off" {...field('email')} />
        </>
      )}
      {fields.includes('reason') && (
        <TextareaField label="Reason" maxLength={500} {...field('reason')} />
      )}
      {fields.includes('period') && (
        <MembershipFields period={field('period')} voidsOther={field('voidsOther')} />
      )}
    </>
  );
}

interface MembershipProps {
  period: ReturnType<MoreProps['field']>;
  voidsOther: ReturnType<MoreProps['field']>;
}

function MembershipFields({ period, voidsOther: { value, onChange } }: MembershipProps) {
  return (
    <>
      <SelectField label={choiceTexts.period} options={periodOptions} {...period} />
      <CheckboxField
        label={choiceTexts.voidsOther}
        hint={choiceTexts.voidsOtherHint}
        checked={value !== ''}
        onChange={(event) =>
          onChange({ currentTarget: { value: event.currentTarget.checked ? 'yes' : '' } })
        }
      />
    </>
  );
}
