import type { SearchResult } from './endpoints.ts';

export const globalSearchTexts = {
  title: 'Search everything',
  label: 'What are you looking for?',
  hint: 'A name, number, email, phone, town, reference, amount or page.',
  tooShort: 'Type at least two letters, or a number.',
  none: 'Nothing found. Check the spelling, or type a part of the word.',
  found: (shown: number, count: number, isMore: boolean) => {
    if (shown < count) {
      return `${shown} of ${isMore ? 'more than ' : ''}${count} results. Type more to see fewer.`;
    }
    return count === 1 ? '1 result' : `${count} results`;
  },
  seeMore: (list: string) => `See more in ${list}`,
  recordPayment: 'Record payment',
  pages: 'Pages and settings',
  help: 'Help',
} as const;

export const searchKindNames: Readonly<Record<SearchResult['kind'], string>> = {
  member: 'Members',
  invoice: 'Invoices',
  donation: 'Donations',
  bankLine: 'Bank lines',
};
