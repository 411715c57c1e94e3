import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { proofAdminTexts, searchProofs } from '#contract/proofs/admin-endpoints.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';

/** A link to the proofs of payment that wait, with their number. Without any it is not shown. */
export function WaitingProofs() {
  const { data } = useQuery({
    queryKey: ['proofs', 'waiting'],
    queryFn: ({ signal }) => call(searchProofs, { body: { isWaiting: true, pageSize: 1 }, signal }),
    refetchOnMount: 'always',
  });
  if (data === undefined || data.totalCount === 0) return null;
  return (
    <p>
      <Link to={paths.proofs()}>{proofAdminTexts.waiting(data.totalCount)}</Link>
    </p>
  );
}
