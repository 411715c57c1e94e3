import type { Member } from '#contract/members.ts';
import { Card } from '#web/ui/card.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { Facts } from './facts.tsx';

export function ContactCard({ member }: { member: Member }) {
  return (
    <Card title="Contact">
      <Facts
        facts={[
          { label: 'Email', value: <EmailText email={member.email} /> },
          { label: 'Phone', value: member.phone },
          { label: 'Postal address', value: member.postalAddress },
          { label: 'Zip code', value: member.zipCode },
        ]}
      />
    </Card>
  );
}
