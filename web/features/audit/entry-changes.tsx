import type { AuditEntry } from '#contract/audit.ts';
import { type ChangedField, changedFields } from '#contract/audit-fields.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import styles from './record-history.module.css';

/** Before and after of each field; of something new or deleted, what it was, on request. */
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

function Change({ field: { name, before, after } }: { field: ChangedField }) {
  return (
    <li>
      {name}: {oneLine(before) || <i>empty</i>}
      <span aria-hidden> →</span>
      <span className="visually-hidden"> changed to</span> {oneLine(after) || <i>empty</i>}
    </li>
  );
}

/** Of an address: its lines would be taken for further changes. */
function oneLine(value: string): string {
  return value.replaceAll(/\s*\n\s*/g, ', ');
}
