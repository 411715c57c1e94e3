import { Link } from 'react-router';
import { type ChangedField, changedFields } from '#contract/audit/audit-fields.ts';
import {
  type AuditEntry,
  type AuditSubject,
  auditSubjects,
  auditWords,
} from '#contract/audit/endpoints.ts';
import { paths } from '#web/app/paths.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import styles from './record-history.module.css';

interface Props {
  entry: AuditEntry;
  /** False on the record's own page. */
  linked?: boolean;
}

/** "Changed member Nomsa Dlamini (00042)". */
export function EntrySentence({ entry, linked = true }: Props) {
  const { action, subjectName } = entry;
  const words: string = (auditWords as Record<string, string>)[action] ?? action;
  const to = linked ? subjectPage(entry) : null;
  return (
    <>
      {words} {to === null ? subjectName : <Link to={to}>{subjectName}</Link>}
    </>
  );
}

/** The old and new value of each field. For a new or deleted record, its values on request. */
export function EntryChanges({ entry }: { entry: AuditEntry }) {
  const { before, after } = entry;
  const isNew = Object.keys(before).length === 0;
  const isDeleted = Object.keys(after).length === 0;
  if (changedFields(before, after).length === 0) return null;
  const fields = <FieldList entry={entry} />;
  if (!isNew && !isDeleted) return fields;
  return <Disclosure summary={wordsOf(isNew)}>{fields}</Disclosure>;
}

function FieldList({ entry: { before, after } }: { entry: AuditEntry }) {
  const isNew = Object.keys(before).length === 0;
  const isOneSided = isNew || Object.keys(after).length === 0;
  return (
    <ul className={styles.fields}>
      {changedFields(before, after).map((field) => (
        <li key={field.name}>
          {isOneSided ? (
            `${field.name}: ${oneLine(isNew ? field.after : field.before)}`
          ) : (
            <ChangeText field={field} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** In a row of a list: the first change on one line, and all of them on request. */
export function ChangesOnRequest({ entry }: { entry: AuditEntry }) {
  const { before, after } = entry;
  const [first, ...others] = changedFields(before, after);
  if (first === undefined) return null;
  const isNew = Object.keys(before).length === 0;
  const isOneSided = isNew || Object.keys(after).length === 0;
  return (
    <details className={styles.brief}>
      <summary>
        {isOneSided ? (
          wordsOf(isNew)
        ) : (
          <>
            <ChangeText field={first} />
            {others.length > 0 && `, and ${others.length} more`}
          </>
        )}
      </summary>
      <FieldList entry={entry} />
    </details>
  );
}

const wordsOf = (isNew: boolean) => (isNew ? 'What was entered' : 'What it was');

function ChangeText({ field: { name, before, after, isNoted } }: { field: ChangedField }) {
  if (isNoted) return `${name}: ${oneLine(after)}`;
  return (
    <>
      {name}: {oneLine(before) || <i>empty</i>}
      <span aria-hidden> →</span>
      <span className="visually-hidden"> changed to</span> {oneLine(after) || <i>empty</i>}
    </>
  );
}

/** Addresses are shown on one line: more lines would look like more changes. */
function oneLine(value: string): string {
  return value.replaceAll(/\s*\n\s*/g, ', ');
}

/** The page of a record; relatives are shown on their member's page. */
const pages: Readonly<Record<AuditSubject, (id: string) => string | null>> = {
  user: paths.user,
  member: paths.member,
  relative: paths.member,
  memberType: paths.memberType,
  memberStatus: paths.memberStatus,
  invoice: paths.invoice,
  donation: paths.donation,
  payment: () => paths.cardNotifications(),
  companyInfo: () => paths.companyInfo(),
  restore: () => paths.restored(),
  renewals: () => paths.members(),
  bulkEmail: paths.bulkEmail,
  unsubscribedEmail: () => paths.unsubscribedEmails(),
  mail: () => paths.mailLog(),
  import: paths.import,
  bankStatement: paths.bankStatement,
  closedMonth: () => paths.monthEnd(),
  savedSearch: () => null,
};

/** Null once the record is gone. */
function subjectPage({ subjectKind, subjectId, isGone }: AuditEntry): string | null {
  const kind = auditSubjects.find((known) => known === subjectKind);
  return isGone || kind === undefined ? null : pages[kind](subjectId);
}
