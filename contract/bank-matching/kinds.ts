/**
 * How sure a suggestion is. product-rules 25.2.
 *
 * - `certain`: the check letter and the amount agree, and there is one payer. The only ones that are
 *   booked together.
 * - `likely`: one reading fits well, but something is not proved.
 * - `possible`: one of several readings, or the amount alone.
 */
export const certainties = ['certain', 'likely', 'possible', 'none'] as const;
export type Certainty = (typeof certainties)[number];

/**
 * What a part of a bank line is.
 *
 * - `invoice`, `donation`: it pays this record.
 * - `recorded`: the payment of this id, which was recorded by hand before the statement came. In money out it is a payment by
 *   Card Machine that makes the line smaller.
 * - `new-donation`: a donation is made from it.
 * - `credit`: money of a person who owes nothing, or what is left over.
 * - `payout`: card money that PayFast pays out.
 * - `charge`: a charge of the bank (money out), or interest (money in).
 * - `charge-back`: a charge that the bank gave back (money in).
 * - `kept-fee`, `kept-charge`: what a provider kept besides the fees of payments: card fees, or a charge such as the rental of
 *   its card machine.
 * - `transfer`: it comes from another account of the organisation, or goes there.
 * - `refund`: it pays back a credit (money out): the use of a credit with this id.
 * - `reversal`: the bank took a payment back (money out), or a card machine took it off the money that it pays out (money
 *   in, which is smaller by that). The payment of this id is undone.
 */
export const matchKinds = [
  'invoice',
  'donation',
  'recorded',
  'new-donation',
  'credit',
  'payout',
  'charge',
  'charge-back',
  'kept-fee',
  'kept-charge',
  'transfer',
  'refund',
  'reversal',
] as const;
export type MatchKind = (typeof matchKinds)[number];

/** Money that leaves: with a line of money out, or taken off a line of money in. */
export const outKinds: readonly MatchKind[] = ['refund', 'reversal', 'kept-fee', 'kept-charge'];

/** Whether a part moves the other way than its line. It is taken off, and makes room for others. */
export function isTakenOff(kind: MatchKind, isMoneyIn: boolean): boolean {
  return isMoneyIn ? outKinds.includes(kind) : kind === 'recorded';
}
