import { type MemberStatus, memberStatusTexts, statusMeanings } from '#contract/member-statuses.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import layout from '#web/forms/form-layout.module.css';

export function BuiltInStatus({ status: { name } }: { status: MemberStatus }) {
  return (
    <div className={layout.form}>
      <Card>
        <p>{memberStatusTexts.whyBuiltIn}</p>
        <DefinitionList
          facts={[
            { label: 'Name', value: <StatusBadge status={name} /> },
            { label: 'Meaning', value: statusMeanings[name] },
          ]}
        />
      </Card>
      <div>
        <ButtonLink to={backToList(paths.memberStatuses())}>Back to member statuses</ButtonLink>
      </div>
    </div>
  );
}
