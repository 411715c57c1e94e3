import { memberFormTexts } from '#contract/member-form.ts';
import type { MemberType } from '#contract/member-types.ts';
import { RelativesEditor } from '#web/relatives/relatives-editor.tsx';
import { Card } from '#web/ui/card.tsx';
import styles from '../member-form.module.css';
import { newRelative } from '../member-values.ts';
import type { MemberEdit } from '../use-member-form.ts';

interface Props {
  edit: MemberEdit;
  types: readonly MemberType[];
}

export function RelativesSection({ edit: { version, generation }, types }: Props) {
  const isNewFamily = types.some(
    ({ id, isFamily }) => id === version?.member.memberTypeID && !isFamily,
  );
  return (
    <Card title="Relatives">
      {isNewFamily && <p className={styles.muted}>{memberFormTexts.relativesReturn}</p>}
      <RelativesEditor key={generation} blank={newRelative} heading="h3" />
    </Card>
  );
}
