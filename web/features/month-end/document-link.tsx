import { Link } from 'react-router';
import type { Movement } from '#contract/month-end/cash-book.ts';
import { paths } from '#web/app/paths.ts';

type Props = Pick<Movement, 'document' | 'recordKind' | 'recordId'>;

/** The number only, if the record was deleted. */
export function DocumentLink({ document, recordKind, recordId }: Props) {
  if (recordId === null || recordKind === null) return document;
  const to = recordKind === 'invoice' ? paths.invoice(recordId) : paths.donation(recordId);
  return <Link to={to}>{document}</Link>;
}
