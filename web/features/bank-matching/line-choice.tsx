import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { MoneyLineDetails } from '#contract/bank-matching/endpoints.ts';
import { matchingWords as words } from '#contract/bank-matching/page-texts.ts';
import { paths } from '#web/app/paths.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioCards } from '#web/ui/fields/radio-cards.tsx';
import { AddPart } from './add-part.tsx';
import styles from './bank-matching.module.css';
import { CertaintyBadge } from './certainty-badge.tsx';
import { partsInWords } from './in-words.ts';
import { PartFields } from './part-fields.tsx';
import {
  draft,
  type DraftPart,
  draftsOf,
  fieldsOf,
  type PartProblems,
  payerOf,
  restOf,
  startsWithFirst,
  tooMuchWords,
} from './parts.ts';
import type { Booking } from './use-booking.ts';

interface Props {
  formId: string;
  details: MoneyLineDetails;
  start: readonly DraftPart[] | undefined;
  booking: Booking;
  /** Null if a part of the line is booked. */
  onDismiss: (() => void) | null;
}

const other = 'other';

/** A part of the line is booked. */
export function hasMatch({ matches }: MoneyLineDetails): boolean {
  return matches.some(({ undoneUtc }) => undoneUtc === null);
}

/** The suggestions, and the parts of the chosen one to edit. */
export function LineChoice({ formId, details, start, booking, onDismiss }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { choice, choose, parts, setParts } = useChoice(details, start);
  /** What was wrong with the earlier parts says nothing of these. */
  function change(changed: readonly DraftPart[]) {
    setMessage(null);
    setParts(changed);
  }
  const [problems, setProblems] = useState<PartProblems>({});
  const [message, setMessage] = useState<string | null>(null);
  const { open, amount } = details;
  const isMoneyIn = amount > 0;
  // Why nothing is suggested.
  const reasonsAlone = details.suggestions.flatMap(({ why, parts: suggested }) =>
    suggested.length === 0 ? why : [],
  );
  const credits = details.suggestions.flatMap((one) => one.credits);
  useEffect(() => {
    // On a page the heading has the focus.
    form.current?.closest('dialog')?.querySelector<HTMLElement>('input:checked, input')?.focus();
  }, []);
  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (Object.keys(problems).length > 0) wrong?.focus();
  }, [problems]);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    setMessage(null);
    const refusal = await booking.book(parts);
    setProblems(refusal?.problems ?? {});
    setMessage(refusal?.message ?? null);
    if (refusal?.parts) setParts(refusal.parts);
  }

  const add = (part: DraftPart) => change([...parts, part]);
  return (
    <form
      id={formId}
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event) => void submit(event)}
    >
      {reasonsAlone.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {credits.map(({ id, payer, amount: left }) => (
        <p key={id}>
          <Link to={paths.creditsOf(payer)}>{words.creditToRefund(left, payer)}</Link>
        </p>
      ))}
      <RadioCards
        legend={words.suggestions}
        name={`${formId}-choice`}
        value={choice}
        onChange={({ target }) => {
          setMessage(null);
          choose(target.value);
        }}
        options={[
          ...details.suggestions.flatMap(({ certainty, why, parts: suggested }, place) =>
            suggested.length === 0
              ? []
              : {
                  value: String(place),
                  title: partsInWords(suggested, isMoneyIn),
                  line: (
                    <>
                      <CertaintyBadge certainty={certainty} /> {why.join(' ')}
                    </>
                  ),
                },
          ),
          {
            value: other,
            title: words.other,
            line: isMoneyIn ? words.otherHint : words.otherHintOut,
          },
        ]}
      />
      {parts.map((part) => (
        <PartFields
          key={part.key}
          part={part}
          fields={fieldsOf(part, parts)}
          problems={problems}
          onChange={(changed) =>
            change(parts.map((each) => (each.key === part.key ? changed : each)))
          }
          onRemove={() => {
            change(parts.filter((each) => each.key !== part.key));
            // The button is gone.
            form.current?.querySelector<HTMLElement>('input:checked')?.focus();
          }}
        />
      ))}
      <AddPart line={details} rest={restOf(parts, open)} onAdd={add} onDismiss={onDismiss} />
      <Rest parts={parts} open={open} isMoneyIn={isMoneyIn} onAdd={add} />
      <FormProblem message={message} />
    </form>
  );
}

/** Typed values of a suggestion stay while another one is looked at. */
function useChoice(details: MoneyLineDetails, start: readonly DraftPart[] | undefined) {
  const { suggestions, amount } = details;
  const [choice, choose] = useState(
    start === undefined && startsWithFirst(suggestions) ? '0' : other,
  );
  const [all, setAll] = useState<Readonly<Record<string, readonly DraftPart[]>>>(() => ({
    [other]: start ?? [],
    ...Object.fromEntries(
      suggestions.map((suggestion, place) => [String(place), draftsOf(suggestion, amount > 0)]),
    ),
  }));
  const setParts = (parts: readonly DraftPart[]) => setAll({ ...all, [choice]: parts });
  return { choice, choose, parts: all[choice] ?? [], setParts };
}

interface RestProps {
  parts: readonly DraftPart[];
  open: number;
  isMoneyIn: boolean;
  onAdd: (part: DraftPart) => void;
}

/** What the parts leave of the line. */
function Rest({ parts, open, isMoneyIn, onAdd }: RestProps) {
  const rest = restOf(parts, open) / 100;
  const hasCredit = parts.some(({ kind }) => kind === 'credit');
  let text: string = words.complete;
  if (rest > 0) text = words.rest(rest);
  if (rest < 0) text = tooMuchWords(parts, -rest, isMoneyIn);
  return (
    <div className={styles.rest}>
      <p role="status">{parts.length > 0 && text}</p>
      {rest > 0 && parts.length > 0 && isMoneyIn && !hasCredit && (
        <Button
          onClick={() =>
            onAdd(draft({ kind: 'credit', title: words.creditOf, payerName: payerOf(parts) }, rest))
          }
        >
          {words.keepRest(rest)}
        </Button>
      )}
    </div>
  );
}
