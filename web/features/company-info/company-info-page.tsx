import { TriangleAlert } from 'lucide-react';
import { companyInfoTexts } from '#contract/company-info/endpoints.ts';
import { testMailTexts } from '#contract/company-info/test-mail.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { CompanyInfoForm } from './company-info-form.tsx';
import styles from './mail.module.css';
import { useMailDelivery } from './test-mail.tsx';
import { useCompanyInfo } from './use-company-info.ts';

/** One record, edited in place. product-rules 18.4. */
export function CompanyInfoPage() {
  const { data, isError, isFetching, refetch } = useCompanyInfo();
  return (
    <>
      <PageTitle>Company Info</PageTitle>
      {isError && (
        <LoadFailure
          text={companyInfoTexts.failed}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !isError && <Spinner />}
      <MailCaptured />
      {data && <CompanyInfoForm loaded={data} />}
    </>
  );
}

/** Without a mail server nobody receives any email, which is easily overlooked. */
function MailCaptured() {
  if (useMailDelivery()?.isCaptured !== true) return null;
  return (
    <div className={styles.warning}>
      <TriangleAlert aria-hidden size={20} className={styles.icon} />
      <p>{testMailTexts.captured}</p>
    </div>
  );
}
