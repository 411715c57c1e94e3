import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { bookCertainLines, MoneyLineDetails } from '#contract/bank-matching/endpoints.ts';
import { isTakenOff, type MatchKind, outKinds } from '#contract/bank-matching/kinds.ts';
import { matchingWords } from '#contract/bank-matching/page-texts.ts';
import { matchTexts as texts } from '#contract/bank-matching/texts.ts';
import { dayOf } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict, Refused } from '#server/errors.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { postLines } from '#server/features/ledger/post-lines.ts';
import { labelOf } from '#server/features/payments/payable.ts';
import { auditLine } from './audit-line.ts';
import { bookPart } from './book-parts.ts';
import { certainIds, countCertain } from './certain-lines.ts';
import type { Because } from './insert-match.ts';
import { storeCertaintySoon } from './store-certainty.ts';
import { lockTargets } from './lock-targets.ts';
import {
  judgeLocked,
  lockLine,
  namedLine,
  readLines,
  storeCertainties,
  suggestFor,
  type StoredLine,
} from './open-lines.ts';
import { readMoneyLine } from './queries.ts';
import { readMatches } from './read-matches.ts';
import type { ChosenPart } from './record-on-wire.ts';
import { refuseFeeOfCash } from './refuse-fees.ts';
import { keyOfParts } from './suggestions/suggest.ts';
import type { LineSuggestion } from './suggestions/world.ts';

/**
 * Books a line, or a part of it, as an administrator chose. All parts or none. A line that another call has
 * just booked is refused. product-rules 25.5.
 */
export async function bookLine(
  ctx: Context,
  id: string,
  parts: readonly ChosenPart[],
): Promise<MoneyLineDetails> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    await lockTargets(db, parts);
    const line = await lockLine(db, id);
    assertBookable(inside, line, parts);
    const { suggestions, payerKey } = await judgeLocked(inside, line);
    const chosen = keyOf(parts);
    const because = becauseOf(suggestions.find((one) => keyOfParts(one.parts) === chosen));
    // What is taken off the line makes room for the others.
    const isOff = ({ kind }: ChosenPart) => isTakenOff(kind, !line.isOut);
    for (const part of [...parts.filter(isOff), ...parts.filter((one) => !isOff(one))])
      await bookPart(inside, line, part, { ...because, payerKey, parts });
    await refuseFeeOfCash(inside, line);
    await postLines(inside, [id]);
    await auditLine(inside, line, { action: 'bookMoneyLine', after: await bookedAs(inside, id) });
    await storeCertaintySoon(inside);
    return readMoneyLine(inside, id);
  });
}

/** Of these a record does not say what the line did. */
const backKinds: readonly MatchKind[] = ['recorded', 'refund', 'reversal'];

/** "R450.00 for INV-00042" or "R450.00 as reversal for INV-00042". The check "Audit log" compares it with the match. */
async function bookedAs({ db }: Context, lineId: string): Promise<{ booked: string }> {
  const matches = await readMatches(db, [lineId]);
  const parts = matches.flatMap(({ isLiving, record, onWire: { kind, amount } }) => {
    if (!isLiving) return [];
    const as = record === null || backKinds.includes(kind) ? ` as ${kind}` : '';
    return `${formatRand(amount)}${as}${record === null ? '' : ` for ${labelOf(record)}`}`;
  });
  return { booked: parts.join(', ') };
}

const bothWays: readonly MatchKind[] = ['charge', 'transfer'];

function assertBookable({ at }: Context, line: StoredLine, parts: readonly ChosenPart[]): void {
  if (line.state === 'dismissed') throw conflict(texts.dismissed);
  if (line.openCents === 0) throw conflict(texts.nothingOpen);
  // A payment of a day to come would be in a month and a membership to come.
  if (!line.isOut && line.day > dayOf(at)) throw conflict(texts.afterToday(line.day));
  const isOff = ({ kind }: ChosenPart) => isTakenOff(kind, !line.isOut);
  const fits = (part: ChosenPart) =>
    bothWays.includes(part.kind) || isOff(part) || outKinds.includes(part.kind) === line.isOut;
  if (!parts.every(fits)) throw badField('parts', texts.onlyIn(namedLine(line)));
  const isOfBank = (kind: ChosenPart['kind']) => kind === 'charge' || kind === 'charge-back';
  if (!line.isRand && parts.some(({ kind }) => !isOfBank(kind))) throw conflict(texts.foreign);
  const cents = parts.reduce(
    (sum, part) => sum + (isOff(part) ? -part.amountCents : part.amountCents),
    0,
  );
  if (cents <= 0) throw badField('parts', texts.takenOffMore(namedLine(line)));
  if (cents > line.openCents)
    throw badField('parts', texts.openLeft(line.openCents / 100, namedLine(line)));
}

/** As `keyOfParts` writes a suggestion. */
function keyOf(parts: readonly ChosenPart[]): string {
  return keyOfParts(parts.map((part) => ({ ...part, targetId: targetOf(part), record: null })));
}

function targetOf(part: ChosenPart): string | null {
  if ('targetId' in part) return part.targetId;
  return 'recordId' in part ? part.recordId : null;
}

const byHand = 'An administrator chose this. It was not suggested.';

function becauseOf(suggestion: LineSuggestion | undefined): Because {
  if (suggestion === undefined) return { certainty: 'none', why: byHand };
  return { certainty: suggestion.certainty, why: suggestion.why.join(' ') };
}

type Reply = ReplyOf<typeof bookCertainLines>;

/**
 * Books what is certain, each line in a transaction of its own and judged again under its locks. The
 * stored certainty of a line books nothing. product-rules 25.5.
 */
export async function bookCertain(
  ctx: Context,
  { lineIds }: BodyOf<typeof bookCertainLines>,
): Promise<Reply> {
  const { db } = ctx;
  const ids = lineIds ?? (await certainIds(db));
  const lines = await readLines(db, ids);
  const suggestions = await suggestFor(ctx, lines);
  const notBooked: Reply['notBooked'] = [];
  let booked = 0;
  let cents = 0;
  for (const line of lines) {
    const why = await bookOrSayWhy(ctx, line, suggestions.get(line.id)?.[0]);
    if (why === null) {
      booked += 1;
      cents += line.openCents;
    } else notBooked.push({ id: line.id, why });
  }
  if (booked > 0) await storeCertaintySoon(ctx);
  return { booked, amount: cents / 100, notBooked, left: await countCertain(db) };
}

/** Null if it was booked. */
async function bookOrSayWhy(
  ctx: Context,
  line: StoredLine,
  suggestion: LineSuggestion | undefined,
): Promise<string | null> {
  try {
    if (line.state !== 'open') throw conflict(notOpen(line));
    if (suggestion?.certainty === 'certain') {
      return await inTransaction(ctx, (inside) => bookIfCertain(inside, line.id, suggestion));
    }
    // Others may have been booked since: the reason is of now.
    const judged = await suggestFor(ctx, [line]);
    await storeCertainties(ctx, judged);
    return whyNot(judged.get(line.id)?.[0]);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // Not tried again at once.
    await storeCertainties(ctx, new Map([[line.id, [refusedOnce]]]));
    return error.message;
  }
}

const notOpen = ({ state }: StoredLine) =>
  state === 'dismissed' ? texts.dismissed : texts.nothingOpen;

const whyNot = (best: LineSuggestion | undefined) =>
  best?.why.join(' ') ?? matchingWords.noSuggestion;

const refusedOnce: LineSuggestion = { certainty: 'likely', why: [], parts: [] };

async function bookIfCertain(
  ctx: Context,
  id: string,
  suggestion: LineSuggestion,
): Promise<string | null> {
  const parts = chosenOf(suggestion);
  await lockTargets(ctx.db, parts);
  const line = await lockLine(ctx.db, id);
  const { suggestions, payerKey } = await judgeLocked(ctx, line);
  const [best] = suggestions;
  if (best?.certainty !== 'certain' || keyOfParts(best.parts) !== keyOfParts(suggestion.parts)) {
    await storeCertainties(ctx, new Map([[id, suggestions]]));
    return line.state === 'open' ? whyNot(best) : notOpen(line);
  }
  assertBookable(ctx, line, parts);
  for (const part of parts)
    await bookPart(ctx, line, part, { ...becauseOf(best), payerKey, parts });
  await postLines(ctx, [id]);
  await auditLine(ctx, line, { action: 'bookCertainLines', after: await bookedAs(ctx, id) });
  return null;
}

/** Only invoices and donations are certain. */
function chosenOf({ parts }: LineSuggestion): ChosenPart[] {
  return parts.flatMap(({ kind, amountCents, record }): ChosenPart[] =>
    record !== null && (kind === 'invoice' || kind === 'donation')
      ? [
          {
            kind,
            recordId: record.id,
            amountCents,
            feeCents: 0,
            seenBalanceCents: record.balanceCents,
          },
        ]
      : [],
  );
}
