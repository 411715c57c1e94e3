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
export function EntryChanges({ entry: { before, after } }: { entry: AuditEntry }) {
  const fields = changedFields(before, after);
  const isNew = Object.keys(before).length === 0;
  const isDeleted = Object.keys(after).length === 0;
  if (fields.length === 0) return null;
  if (isNew || isDeleted) {
    return (
      <Disclosure summary={isNew ? 'What was entered' : 'What it was'}>
        <ul className={styles.fields}>
          {fields.map(({ name, ...value }) => (
            <li key={name}>{`${name}: ${oneLine(isNew ? value.after : value.before)}`}</li>
          ))}
        </ul>
      </Disclosure>
    );
  }
  return (
    <ul className={styles.fields}>
      {fields.map((field) => (
        <Change key={field.name} field={field} />
      ))}
    </ul>
  );
}

function Change({ field: { name, before, after, isNoted } }: { field: ChangedField }) {
  if (isNoted) return <li>{`${name}: ${oneLine(after)}`}</li>;
  return (
    <li>
      {name}: {oneLine(before) || <i>empty</i>}
      <span aria-hidden> →</span>
      <span className="visually-hidden"> changed to</span> {oneLine(after) || <i>empty</i>}
    </li>
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
