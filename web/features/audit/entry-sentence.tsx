import { type AuditEntry, auditWords } from '#contract/audit.ts';
import { Link } from '#web/app/router/link.tsx';
import { subjectPage } from './subject-page.ts';

interface Props {
  entry: AuditEntry;
  /** Off on the record's own page. */
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
