import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
  searchEverything,
  searchKinds,
  type SearchResult,
} from '#contract/global-search/endpoints.ts';
import { globalSearchTexts, searchKindNames } from '#contract/global-search/texts.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { useSuggestions } from '#web/lists/use-suggestions.ts';
import { useMay } from '#web/session/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { findPages, type FoundPage } from './find-pages.ts';
import styles from './search-dialog.module.css';

interface Props {
  onClose: () => void;
}

type Found = ReplyOf<typeof searchEverything>;

interface Entry extends Pick<SearchResult, 'id' | 'title' | 'line' | 'status'> {
  to: string;
  payTo?: string | undefined;
}

/** Finds records and pages while somebody types. The arrow keys move between the results. */
export function SearchDialog({ onClose }: Props) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const may = useMay();
  const { begins, pages } = findPages(text, may);
  const { rows, status } = useSuggestions({
    text,
    queryKey: ['search'],
    search: async (words, signal) => [
      await call(searchEverything, { body: { text: words }, signal }),
    ],
    counted: ([found]) => sentenceOf(text, found, pages.length),
  });
  const results = rows.flatMap((found) => found.results);
  const more = rows.flatMap((found) => found.more);
  const ofPages = { name: globalSearchTexts.pages, entries: pages.map(pageEntry), moreAt: null };
  const groups = [
    ...(begins ? [ofPages] : []),
    ...searchKinds.map((kind) => ({
      name: searchKindNames[kind],
      entries: results.filter((result) => result.kind === kind).map(entryOf),
      moreAt: more.includes(kind) ? listOf[kind]() : null,
    })),
    ...(begins ? [] : [ofPages]),
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
        {groups.map(({ name, entries, moreAt }) => (
          <section key={name} aria-label={name}>
            <h3 className={styles.group}>{name}</h3>
            <ul className={styles.entries}>
              {entries.map((entry) => (
                <Result key={entry.id} entry={entry} onChoose={onClose} />
              ))}
              {moreAt !== null && <More list={name} path={moreAt} text={text} onChoose={onClose} />}
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

interface MoreProps {
  list: string;
  path: string;
  text: string;
  onChoose: () => void;
}

/** The list, which has all that match. */
function More({ list, path, text, onChoose }: MoreProps) {
  const to = { pathname: path, search: `?${new URLSearchParams({ text: text.trim() })}` };
  return (
    <li className={styles.entry}>
      <Link data-result to={to} onClick={onChoose} className={styles.open}>
        {globalSearchTexts.seeMore(list)}
      </Link>
    </li>
  );
}

const listOf: Readonly<Record<SearchResult['kind'], () => string>> = {
  member: paths.members,
  invoice: paths.invoices,
  donation: paths.donations,
  bankLine: () => paths.bankMatching(),
};

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

function pageEntry({ path, title, line }: FoundPage): Entry {
  return { id: path, title, line, status: null, to: path };
}

function sentenceOf(text: string, found: Found | undefined, pages: number): string {
  const shown = pages + (found?.results.length ?? 0);
  const isMore = found?.isMore ?? false;
  if (shown > 0) return globalSearchTexts.found(shown, pages + (found?.totalCount ?? 0), isMore);
  return /^\D?$/.test(text.trim()) ? globalSearchTexts.tooShort : globalSearchTexts.none;
}
