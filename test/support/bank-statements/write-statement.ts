import { type Account, type Form, type Movement, rand, type Row, type Writable } from './form.ts';
import { largeBanks } from './large-banks.ts';
import { otherBanks } from './other-banks.ts';

export type { Movement };

const forms: Record<Writable, Form> = { ...largeBanks, ...otherBanks };

export const writableLayouts = Object.keys(forms) as Writable[];

const defaultAccount: Account = { number: '62000000017', openingCents: 1_200_000 };

/** The statement of these movements, which are in order of their days, as a bank writes it. */
export function writeStatement(
  layout: Writable,
  movements: readonly Movement[],
  account: Account = defaultAccount,
): string {
  const { head, row, foot, newestFirst, lineEnd = '\n' } = forms[layout];
  let balance = account.openingCents;
  const rows = movements.map((movement, at): Row => {
    const { cents } = movement;
    balance += cents;
    return {
      ...movement,
      number: at + 1,
      amount: rand(cents),
      moneyIn: cents > 0 ? rand(cents) : '',
      moneyOut: cents < 0 ? rand(-cents) : '',
      balance: rand(balance),
    };
  });
  const listed = newestFirst ? rows.toReversed() : rows;
  const lines = [
    ...(head?.(account, rows) ?? []),
    ...listed.map((each) => row(each, account)),
    ...(foot?.(rows) ?? []),
  ];
  return lines.join(lineEnd) + lineEnd;
}
