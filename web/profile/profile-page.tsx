import { PageTitle } from '#web/layouts/page-title.tsx';
import { useSession } from '#web/session/use-session.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { ContactCard } from './contact-card.tsx';
import { LoadFailure } from './load-failure.tsx';
import { MembershipCard } from './membership-card.tsx';
import { OwnInvoices } from './invoices/own-invoices.tsx';
import styles from './profile-page.module.css';
import { RelativesCard } from './relatives-card.tsx';
import { useProfile } from './use-profile.ts';
import { YouCard } from './you-card.tsx';

export function ProfilePage() {
  const memberId = useSession()?.memberId ?? '';
  return (
    <>
      <PageTitle>My Profile</PageTitle>
      <ProfileOf key={memberId} memberId={memberId} />
    </>
  );
}

function ProfileOf({ memberId }: { memberId: string }) {
  const profile = useProfile(memberId);
  if (profile.isError) return <LoadFailure query={profile} />;
  if (profile.data === undefined) return <Spinner />;
  const { member, type, relatives } = profile.data;
  return (
    <div className={styles.page}>
      <MembershipCard member={member} type={type} />
      <div className={styles.sections}>
        <YouCard member={member} />
        <ContactCard member={member} />
        {type.isFamily && <RelativesCard relatives={relatives} />}
        <OwnInvoices memberId={memberId} />
      </div>
    </div>
  );
}
