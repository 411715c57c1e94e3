import { relativeNotes } from '#contract/members/relative-notes.ts';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#contract/days.ts';
import type { MemberType } from '#contract/member-types/endpoints.ts';
import { relativeTexts, searchRelatives } from '#contract/members/relatives.ts';
import { call } from '#web/api/call.ts';
import { followsChanges } from '#web/api/changes.ts';
import { Card } from '#web/ui/card.tsx';
import { newRelative } from './member-values.ts';
import { RelativesEditor } from './relatives-editor.tsx';
import styles from './relatives-section.module.css';
import type { MemberEdit } from './use-member-form.ts';

interface Props {
  edit: MemberEdit;
  types: readonly MemberType[];
  /** Shown while the family type is selected and not saved: hidden relatives will return. */
  returning: string;
  /** On My Profile, stored relatives start closed on phones. */
  isFolding?: boolean;
}

export function RelativesSection({ edit, types, returning, isFolding = false }: Props) {
  const { loaded, generation } = edit;
  const isNewFamily = types.some(
    ({ id, isFamily }) => id === loaded?.member.memberTypeID && !isFamily,
  );
  return (
    <Card title="Relatives">
      <p className={styles.hint}>{relativeTexts.whoMay}</p>
      {isNewFamily && <p className={styles.hint}>{returning}</p>}
      <RelativesEditor key={generation} blank={newRelative} heading="h3" isFolding={isFolding} />
      {loaded !== null && <AgedOut memberId={loaded.member.id} />}
    </Card>
  );
}

/** Relatives who turned 19 stay listed, marked as not covered. product-rules 5.20. */
function AgedOut({ memberId }: { memberId: string }) {
  const body = { mainMemberId: memberId, hasAgedOut: true, pageSize: 50 };
  const { data } = useQuery({
    queryKey: ['members', 'agedOut', memberId],
    queryFn: () => call(searchRelatives, { body }),
    meta: followsChanges,
  });
  return data?.results.map(({ id, firstName, lastName, dateOfBirth }) => (
    <p key={id} className={styles.hint}>
      {relativeNotes.agedOut(`${firstName} ${lastName}`, formatDay(dateOfBirth ?? ''))}
    </p>
  ));
}
