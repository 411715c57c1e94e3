import type { Member } from '#contract/members.ts';
import { Card } from '#web/ui/card.tsx';
import { Facts } from './facts.tsx';

export function YouCard({ member }: { member: Member }) {
  return (
    <Card title="You">
      <Facts
        facts={[
          { label: 'Title', value: member.title },
          { label: 'First name', value: member.firstName },
          { label: 'Last name', value: member.lastName },
        ]}
      />
    </Card>
  );
}
