import type { Needs } from '#contract/permissions.ts';
import { globalSearchTexts } from '#contract/global-search/texts.ts';
import { paths } from '#web/app/paths.ts';
import { routes } from '#web/app/routes.ts';

export interface FoundPage {
  path: string;
  title: string;
  line: string;
}

const mostPages = 6;
/** A name that begins with fewer letters does not come before the members. */
const fewestToLead = 3;

/** Names by which a page is found beside its title, such as the settings on it. */
const alsoCalled: Readonly<Record<string, string>> = {
  [paths.companyInfo()]:
    'settings, name, logo, contact, bank account details, branch code, swift, vat, pbo, section 18a, donation amounts, membership year, numbering',
  [paths.mailSettings()]:
    'settings, email server, smtp, test mail, mail limits, sender, company info',
  [paths.cardSettings()]:
    'settings, payfast, credit card, merchant id, merchant key, passphrase, sandbox, company info',
  [paths.privacySettings()]: 'settings, erasure requests, retention, popia, company info',
  [paths.signInSettings()]:
    'settings, login, two-step, two-factor, 2fa, password, security, company info',
  [paths.backups()]: 'restore, copy, download, safety, company info',
  [paths.memberTypes()]: 'fees, prices, categories',
  [paths.users()]: 'administrators, roles, colleagues, committee, rights',
  [paths.systemCheck()]: 'version, doctor, health, backups',
  [paths.twoStep()]: 'two-factor, 2fa, authenticator, security, password',
  [paths.mailLog()]: 'mail log, failed emails',
  [paths.bulkEmails()]: 'newsletter, mailing',
  [paths.monthEnd()]: 'close month, reports, journal, vat',
  [paths.imports()]: 'excel, csv, spreadsheet, export everything, undo',
  [paths.duplicates()]: 'merge, double',
  [paths.retention()]: 'retention, delete old, popia',
  [paths.credits()]: 'refunds, overpayments, overpaid, paid twice',
};

/** Topics of the guide that people look for by a word of their own. */
export const helpTopics: readonly { id: string; title: string; also: string }[] = [
  {
    id: 'restore-everything-from-a-backup',
    title: 'Restore everything from a backup',
    also: 'backups',
  },
  {
    id: 'someone-paid-a-part-twice-or-too-much',
    title: 'Someone paid a part, twice, or too much',
    also: 'refunds, credits, overpayments, overpaid',
  },
  {
    id: 'a-wrong-payment-was-recorded',
    title: 'A wrong payment was recorded',
    also: 'undo a payment',
  },
  {
    id: 'erase-a-person',
    title: 'Erase a person',
    also: 'popia, privacy, delete a member',
  },
];

interface Found {
  /** A name begins with what was typed, so the pages come before the records. */
  begins: boolean;
  pages: FoundPage[];
}

/** The pages that the user may open and topics of the guide, those whose name begins with the text first. */
export function findPages(text: string, may: (needs: Needs) => boolean): Found {
  const typed = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const words = typed.split(' ');
  if (words.join('').length < 2) return { begins: false, pages: [] };
  const all = [
    ...routes
      .filter(({ path, access, needs }) => access === 'staff' && !path.includes(':') && may(needs))
      .map(({ path, title }) => ({ path, title, line: '', also: alsoCalled[path] ?? '' })),
    ...helpTopics.map(({ id, title, also }) => {
      return { path: paths.help(id), title, line: globalSearchTexts.help, also };
    }),
  ];
  const found = all
    .map(({ also, ...page }) => ({ page, names: `${page.title}, ${also}`.toLowerCase() }))
    .filter(({ names }) => words.every((word) => names.includes(word)))
    .map(({ page, names }) => ({
      page,
      leads:
        typed.length >= fewestToLead && names.split(', ').some((name) => name.startsWith(typed)),
    }))
    .toSorted((one, other) => Number(other.leads) - Number(one.leads))
    .slice(0, mostPages);
  return { begins: found.some(({ leads }) => leads), pages: found.map(({ page }) => page) };
}
