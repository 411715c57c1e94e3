import layout from '#web/forms/form-layout.module.css';
import { PageTitle } from '#web/ui/page-title.tsx';
import { ErasureRequestsCard } from './erasure-requests-card.tsx';
import { RetentionCard } from './retention-card.tsx';

/** Who asked to be erased, and how long records are kept. product-rules 19.5, 19.6. */
export function PrivacySettingsPage() {
  return (
    <>
      <PageTitle>Privacy Settings</PageTitle>
      <div className={layout.form}>
        <ErasureRequestsCard />
        <RetentionCard />
      </div>
    </>
  );
}
