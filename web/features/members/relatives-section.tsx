import type { MemberType } from '#contract/member-types.ts';
import { RelativesEditor } from './relatives-editor.tsx';
import { Card } from '#web/ui/card.tsx';
import { AgedOut } from './aged-out.tsx';
import { newRelative } from './member-values.ts';
import styles from './relatives-section.module.css';
import type { MemberEdit } from './use-member-form.ts';

interface Props {
  edit: MemberEdit;
  types: readonly MemberType[];
  /** Said while the family type is chosen and not saved: hidden ones return with it. */
  returning: string;
}

export function RelativesSection({ edit: { version, generation }, types, returning }: Props) {
  const isNewFamily = types.some(
    ({ id, isFamily }) => id === version?.member.memberTypeID && !isFamily,
  );
  return (
    <Card title="Relatives">
      {isNewFamily && <p className={styles.hint}>{returning}</p>}
      <RelativesEditor key={generation} blank={newRelative} heading="h3" />
      {version !== null && <AgedOut memberId={version.member.id} />}
    </Card>
  );
}
