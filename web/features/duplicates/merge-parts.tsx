import { formatDay } from '#contract/days.ts';
import {
  type MergeField,
  mergeFieldWords,
  type MergePeriod,
  type MergePreview,
  mergeSides,
  type MergeSide,
  mergeTexts as texts,
  periodInWords,
} from '#contract/duplicates/merge.ts';
import type { MergeOutcome } from '#contract/duplicates/outcome.ts';
import { formatRand } from '#contract/money.ts';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import group from '#web/ui/fields/check-group.module.css';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { RadioCards } from '#web/ui/fields/radio-cards.tsx';
import styles from './duplicates.module.css';

interface PartProps {
  preview: MergePreview;
}

/** Both records, the one that stays first. */
export function TwoRecords({ preview }: PartProps) {
  return (
    <div className={styles.two}>
      {mergeSides.map((side) => {
        const record = preview[side];
        return (
          <Card key={side} title={record.name}>
            <p className={styles.muted}>{texts.record[side]}</p>
            <DefinitionList
              facts={[
                { label: 'Membership number', value: record.membershipNumber ?? '—' },
                { label: 'Email', value: <span className={styles.lines}>{record.email}</span> },
                { label: 'Status', value: record.memberStatusName },
                { label: 'Member since', value: formatDay(record.signupDate) },
                {
                  label: 'Paid until',
                  value: record.paidUntil === null ? '—' : formatDay(record.paidUntil),
                },
              ]}
            />
          </Card>
        );
      })}
    </div>
  );
}

interface DetailsProps extends PartProps {
  fields: Partial<Record<MergeField, MergeSide>>;
  onChoose: (field: MergeField, side: MergeSide) => void;
}

/** A choice for each field that differs. */
export function MergeDetails({ preview, fields, onChoose }: DetailsProps) {
  if (preview.fields.length === 0) return null;
  const signIn = preview[fields.email ?? 'kept'];
  const ofPassword = signIn.hasPassword ? texts.passwordStays : texts.noPassword;
  return (
    <Card title={texts.details}>
      <div className={styles.section}>
        {preview.fields.map(({ field, ...values }) => (
          <SideChoice
            key={field}
            name={field}
            legend={mergeFieldWords[field]}
            hint={field === 'email' ? `${texts.emailHint} ${ofPassword(signIn.email)}` : undefined}
            words={{ kept: [values.kept], merged: [values.merged] }}
            chosen={fields[field] ?? values.proposed}
            onChoose={(side) => onChoose(field, side)}
          />
        ))}
      </div>
    </Card>
  );
}

interface OverlapProps extends PartProps {
  chosen: readonly MergeSide[];
  onChoose: (place: number, side: MergeSide) => void;
}

export function OverlapChoices({ preview, chosen, onChoose }: OverlapProps) {
  if (preview.overlaps.length === 0) return null;
  return (
    <Card title={texts.periods}>
      <div className={styles.section}>
        <p>{texts.periodsAsk}</p>
        {preview.overlaps.map(({ periods, proposed }, place) => (
          <SideChoice
            key={periods[0]?.id}
            name={`overlap-${place}`}
            legend={texts.overlap(place + 1)}
            words={{ kept: periodsOf(periods, 'kept'), merged: periodsOf(periods, 'merged') }}
            chosen={chosen[place] ?? proposed}
            onChoose={(side) => onChoose(place, side)}
          />
        ))}
      </div>
    </Card>
  );
}

function periodsOf(periods: readonly MergePeriod[], side: MergeSide): string[] {
  return periods.filter((period) => period.side === side).map((period) => periodInWords(period));
}

interface InvoiceProps extends PartProps {
  chosen: MergeSide;
  onChoose: (side: MergeSide) => void;
}

export function InvoiceChoice({ preview, chosen, onChoose }: InvoiceProps) {
  const { openInvoices } = preview;
  if (openInvoices.length === 0) return null;
  const wordsOf = (side: MergeSide) =>
    openInvoices
      .filter((invoice) => invoice.side === side)
      .map(({ invoiceNumber, amount }) => `${invoiceNumber}, ${formatRand(amount)}`);
  return (
    <Card title={texts.invoices}>
      <SideChoice
        name="openInvoice"
        legend={texts.invoicesAsk}
        words={{ kept: wordsOf('kept'), merged: wordsOf('merged') }}
        chosen={chosen}
        onChoose={onChoose}
      />
    </Card>
  );
}

interface RelativesProps extends PartProps {
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
}

const mostRelatives = 4;

export function RelativeChoices({ preview, chosen, onChoose }: RelativesProps) {
  const { relatives } = preview;
  if (relatives.length === 0) return null;
  return (
    <Card title={texts.relatives}>
      <fieldset className={group.group}>
        <legend>{texts.relativesAsk}</legend>
        {relatives.map(({ id, side, name, dateOfBirth }) => (
          <CheckboxField
            key={id}
            label={[name, dateOfBirth && formatDay(dateOfBirth), preview[side].membershipNumber]
              .filter(Boolean)
              .join(', ')}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
        {chosen.length > mostRelatives && <p role="alert">{texts.relativesMost}</p>}
      </fieldset>
    </Card>
  );
}

export function MergeMoves({ preview, outcome }: PartProps & { outcome: MergeOutcome }) {
  const { mails } = preview.moves;
  const { moves: lines, hidden } = outcome;
  return (
    <Card title={texts.moves}>
      {lines.length === 0 ? (
        <p>{texts.nothing}</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {hidden !== null && <p>{texts.hidden(hidden.count, hidden.type)}</p>}
      {mails > 0 && <p>{texts.mails(mails)}</p>}
    </Card>
  );
}

interface SideChoiceProps {
  name: string;
  legend: string;
  hint?: string | undefined;
  /** The lines of each side. */
  words: Record<MergeSide, string[]>;
  chosen: MergeSide;
  onChoose: (side: MergeSide) => void;
}

function SideChoice({ name, legend, hint, words, chosen, onChoose }: SideChoiceProps) {
  return (
    <RadioCards
      name={name}
      legend={legend}
      hint={hint}
      options={mergeSides.map((side) => ({
        value: side,
        title: words[side].join('; ') || texts.empty,
        line: texts.side[side],
      }))}
      value={chosen}
      onChange={({ target }) => onChoose(target.value as MergeSide)}
    />
  );
}
