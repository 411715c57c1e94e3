import type { CompanyInfo } from './endpoints.ts';

export const bankRuleTexts = {
  accountNumber: 'An account number has 6 to 13 digits.',
  branchCode: 'A branch code has 6 digits.',
  swiftCode: 'A SWIFT code has 8 or 11 letters and digits.',
  accountType: 'An account type is in words, such as Cheque or Savings.',
  again: 'Account number again',
  againHint: 'Type it a second time, from a letter or statement of the bank.',
  notSame: 'The two account numbers are not the same. Please check both.',
  branchUnknown:
    'This is not the universal branch code of a bank that we know. Please check it with the bank.',
  branchOf: (bank: string) => `This is the universal branch code of ${bank}.`,
  enterBank: (bank: string) => `Enter ${bank} as the bank`,
  bankUnknown: 'We do not know a South African bank with this name. Please check it.',
  changed: (name: string, day: string) => `${name} changed the account number on ${day}.`,
  compareChanged:
    'If you did not expect this, compare it with a letter or statement of the bank before the next invoice is sent.',
} as const;

/** For this long Company Info shows who changed the account number. product-rules 6.16. */
export const accountChangeDays = 30;

interface Bank {
  name: string;
  /** The universal branch code. */
  branchCode: string;
  /** Words, one of which is in the name of this bank only, without case and blanks. */
  knownAs: readonly string[];
}

const banks: readonly Bank[] = [
  { name: 'Absa', branchCode: '632005', knownAs: ['absa'] },
  { name: 'Access Bank', branchCode: '410105', knownAs: ['accessbank'] },
  { name: 'African Bank', branchCode: '430000', knownAs: ['africanbank'] },
  { name: 'Bank Zero', branchCode: '888000', knownAs: ['bankzero'] },
  { name: 'Bidvest Bank', branchCode: '462005', knownAs: ['bidvest'] },
  { name: 'Capitec', branchCode: '470010', knownAs: ['capitec'] },
  { name: 'Discovery Bank', branchCode: '679000', knownAs: ['discovery'] },
  { name: 'FNB', branchCode: '250655', knownAs: ['fnb', 'firstnational', 'firstrand'] },
  { name: 'Investec', branchCode: '580105', knownAs: ['investec'] },
  { name: 'Nedbank', branchCode: '198765', knownAs: ['nedbank'] },
  { name: 'Postbank', branchCode: '460005', knownAs: ['postbank'] },
  { name: 'Sasfin', branchCode: '683000', knownAs: ['sasfin'] },
  { name: 'Standard Bank', branchCode: '051001', knownAs: ['standardbank', 'sbsa'] },
  { name: 'TymeBank', branchCode: '678910', knownAs: ['tyme'] },
];

export function bankOfBranch(branchCode: string): string | undefined {
  const code = joinDigits(branchCode);
  return banks.find((bank) => bank.branchCode === code)?.name;
}

/** The usual name of the bank that the text names. */
export function bankNamed(text: string): string | undefined {
  const word = text.toLowerCase().replaceAll(/\s/g, '');
  return banks.find(({ knownAs }) => knownAs.some((name) => word.includes(name)))?.name;
}

const bankFields = ['accountNumber', 'branchCode', 'swiftCode', 'accountType'] as const;
export type BankField = (typeof bankFields)[number];

/** Removes blanks and hyphens between digits: `62 0123-456` is `620123456`. */
export function joinDigits(text: string): string {
  return text.trim().replaceAll(/(?<=\d)[\s-]+(?=\d)/g, '');
}

const plain: Readonly<Record<BankField, (text: string) => string>> = {
  accountNumber: joinDigits,
  branchCode: joinDigits,
  swiftCode: (text) => text.replaceAll(/[\s-]/g, '').toUpperCase(),
  accountType: (text) => text.trim(),
};

const allowed: Readonly<Record<BankField, RegExp>> = {
  accountNumber: /^(\d{6,13})?$/,
  branchCode: /^(\d{6})?$/,
  swiftCode: /^([A-Z0-9]{8}([A-Z0-9]{3})?)?$/,
  // Mails show it beside the account number, so it can hold neither another number nor a link.
  accountType: /^[\p{L} ,()&/'’-]*$/u,
};

type BankDetails = Pick<CompanyInfo, BankField>;
type TypedBankDetails = { readonly [Field in BankField]?: string | null | undefined };

/**
 * The fields with another value than the saved one, as they are stored. Others are not checked, so that
 * an installation with unusual values can still save. product-rules 6.16.
 */
export function changedBankDetails(
  saved: TypedBankDetails,
  typed: TypedBankDetails,
): Partial<BankDetails> {
  const changed = bankFields.flatMap((field) => {
    const text = typed[field];
    if (text === undefined || (text ?? '').trim() === (saved[field] ?? '')) return [];
    const value = plain[field](text ?? '');
    return value === plain[field](saved[field] ?? '') ? [] : [[field, value] as const];
  });
  return Object.fromEntries(changed);
}

/** The changed fields that cannot be right. */
export function wrongBankDetails(
  changed: Partial<BankDetails>,
): { field: BankField; message: string }[] {
  return bankFields
    .filter((field) => !allowed[field].test(changed[field] ?? ''))
    .map((field) => ({ field, message: bankRuleTexts[field] }));
}
