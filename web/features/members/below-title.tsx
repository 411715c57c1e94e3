import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { importPermissions } from '#contract/imports/permissions.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { memberTexts, searchMembers } from '#contract/members/endpoints.ts';
import { menuCountTexts } from '#contract/menu-counts/endpoints.ts';
import { call } from '#web/api/call.ts';
import { menuCounts } from '#web/api/menu-counts.ts';
import { paths } from '#web/app/paths.ts';
import { useSearchParams } from '#web/app/router/use-router.ts';
import { useMay } from '#web/session/use-may.ts';
import { classNames } from '#web/ui/class-names.ts';
import styles from './members-page.module.css';
import { useMemberStatuses } from './use-member-choices.ts';

/** What waits among the members. */
export function BelowTitle() {
  return (
    <>
      <WaitingForPayment />
      <PossibleDuplicates />
      <ImportLink />
    </>
  );
}

/** The number of members who have registered and not paid, with a link to them. product-rules 5.16. */
function WaitingForPayment() {
  const { data: statuses = [] } = useMemberStatuses();
  const memberStatusID = statuses.find(({ name }) => name === statusNames.pending)?.id;
  const { data: count = 0 } = useQuery({
    queryKey: ['members', 'waiting', memberStatusID],
    queryFn: async ({ signal }) =>
      (await call(searchMembers, { body: { memberStatusID, pageSize: 1 }, signal })).totalCount,
    enabled: memberStatusID !== undefined,
    refetchOnMount: 'always',
  });
  const isFiltered = useSearchParams().size > 0;
  if (memberStatusID === undefined || count === 0) return null;
  return (
    <Link to={{ search: `?memberStatusID=${memberStatusID}` }} className={styles.waitingTotal}>
      {memberTexts.pendingOnes(count, isFiltered)}
    </Link>
  );
}

/** The number of pairs who may be one person, above all members. product-rules 21.2. */
function PossibleDuplicates() {
  const { data } = useQuery(menuCounts);
  const isFiltered = useSearchParams().size > 0;
  if (!data?.duplicates || isFiltered) return null;
  return (
    <Link to={paths.duplicates()} className={styles.waitingTotal}>
      {menuCountTexts.duplicates(data.duplicates)}
    </Link>
  );
}

/** On a phone, where one more button would take a line. */
function ImportLink() {
  if (!useMay()(importPermissions)) return null;
  return (
    <Link to={paths.imports()} className={classNames(styles.waitingTotal, styles.importLink)}>
      Import
    </Link>
  );
}
