import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  searchEverything,
  searchKinds,
  type SearchResult,
} from '#contract/global-search/endpoints.ts';
import { globalSearchTexts, searchKindNames } from '#contract/global-search/texts.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { routes } from '#web/app/routes.ts';
import { useSuggestions } from '#web/lists/use-suggestions.ts';
import { useMay } from '#web/session/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './search-dialog.module.css';

interface Props {
  onClose: () => void;
}

interface Entry extends Pick<SearchResult, 'id' | 'title' | 'line' | 'status'> {
  to: string;
  payTo?: string | undefined;
}

/** Finds records and pages while somebody types. The arrow keys move between the results. */
export function SearchDialog({ onClose }: Props) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const pages = usePages(text);
  const { rows, status } = useSuggestions({
    text,
    queryKey: ['search'],
    search: async (words, signal) =>
      (await call(searchEverything, { body: { text: words }, signal })).results,
    counted: (count) => sentenceOf(text, count + pages.length),
  });
  const groups = [
    ...searchKinds.map((kind) => ({
      name: searchKindNames[kind],
      entries: rows.filter((row) => row.kind === kind).map(entryOf),
    })),
    { name: globalSearchTexts.pages, entries: pages },
  ].filter(({ entries }) => entries.length > 0);

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const links = [...(box.current?.querySelectorAll<HTMLElement>('[data-result]') ?? [])];
    if (step !== undefined) {
      event.preventDefault();
      const place = links.findIndex((link) => link.parentElement?.contains(document.activeElement));
      (links[place + step] ?? (place + step < 0 ? input.current : links.at(-1)))?.focus();
    } else if (event.key === 'Enter' && event.target === input.current) {
      event.preventDefault();
      links[0]?.click();
    } else if (/^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey) {
      // Typing goes on in the field.
      input.current?.focus();
    }
  }

  const keys = { onKeyDown: press };
  return (
    <Dialog title={globalSearchTexts.title} onClose={onClose} startAt={input}>
      <div ref={box} {...keys} className={styles.box}>
        <div className={styles.field}>
          <TextField
            ref={input}
            label={globalSearchTexts.label}
            hint={globalSearchTexts.hint}
            type="search"
            autoComplete="off"
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {/* Not below the results, which it would cover on a phone. */}
          <Button onClick={onClose}>Close</Button>
        </div>
        <p role="status" className={styles.status}>
          {text.trim() !== '' && status}
        </p>
        {groups.map(({ name, entries }) => (
          <section key={name} aria-label={name}>
            <h3 className={styles.group}>{name}</h3>
            <ul className={styles.entries}>
              {entries.map((entry) => (
                <Result key={entry.id} entry={entry} onChoose={onClose} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Result({ entry, onChoose }: { entry: Entry; onChoose: () => void }) {
  const { title, line, status, to, payTo } = entry;
  return (
    <li className={styles.entry}>
      <Link data-result to={to} onClick={onChoose} className={styles.open}>
        <span className="visually-hidden">Open </span>
        <span className={styles.title}>{title}</span>
        {status !== null && <StatusBadge status={status} />}
        {line !== '' && <span className={styles.line}>{line}</span>}
      </Link>
      {payTo !== undefined && (
        <Link to={payTo} onClick={onChoose} className={styles.pay}>
          {globalSearchTexts.recordPayment}
          <span className="visually-hidden"> for {title}</span>
        </Link>
      )}
    </li>
  );
}

const pathOf: Readonly<Record<SearchResult['kind'], (id: string) => string>> = {
  member: paths.member,
  invoice: paths.invoice,
  donation: paths.donation,
  bankLine: paths.bankLine,
};

const payPathOf: Readonly<
  Record<NonNullable<SearchResult['payAt']>['kind'], (id: string) => string>
> = {
  member: paths.recordPayment,
  invoice: paths.processPayment,
  donation: paths.processDonation,
};

function entryOf({ kind, payAt, ...entry }: SearchResult): Entry {
  const payTo = payAt ? payPathOf[payAt.kind](payAt.id) : undefined;
  return { ...entry, to: pathOf[kind](entry.id), payTo };
}

function sentenceOf(text: string, count: number): string {
  if (count > 0) return globalSearchTexts.found(count);
  return /^\D?$/.test(text.trim()) ? globalSearchTexts.tooShort : globalSearchTexts.none;
}

const mostPages = 6;

/** Words by which a page is found beside its title, such as the settings on it. */
const alsoCalled: Readonly<Record<string, string>> = {
  [paths.companyInfo()]:
    'settings name logo contact bank account details branch code swift vat pbo section 18a donation amounts membership year numbering',
  [paths.mailSettings()]: 'settings email server smtp test mail limits sender company info',
  [paths.privacySettings()]: 'settings erasure requests retention popia company info',
  [paths.signInSettings()]: 'settings login two-step two-factor 2fa password security company info',
  [paths.backups()]: 'restore copy download safety company info',
  [paths.memberTypes()]: 'fees prices categories',
  [paths.users()]: 'administrators roles colleagues committee rights',
  [paths.systemCheck()]: 'version doctor health backups',
  [paths.twoStep()]: 'two-factor 2fa authenticator security password',
  [paths.mailLog()]: 'sent mails failed emails',
  [paths.bulkEmails()]: 'newsletter mailing',
  [paths.monthEnd()]: 'close month reports journal cash book vat',
  [paths.imports()]: 'excel csv spreadsheet export everything undo',
  [paths.duplicates()]: 'merge double',
  [paths.retention()]: 'retention delete old popia',
};

/** The pages that the user may open, in the order of the route table. */
function usePages(text: string): Entry[] {
  const may = useMay();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.join('').length < 2) return [];
  return routes
    .filter(({ path, access, needs }) => access === 'staff' && !path.includes(':') && may(needs))
    .filter(({ path, title }) => {
      const texts = `${title} ${alsoCalled[path] ?? ''}`.toLowerCase();
      return words.every((word) => texts.includes(word));
    })
    .slice(0, mostPages)
    .map(({ path, title }) => ({ id: path, title, line: '', status: null, to: path }));
}
