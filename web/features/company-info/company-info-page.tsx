import { companyInfoTexts } from '#contract/company-info.ts';
import { ListFailure } from '#web/ui/load-failure.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { CompanyInfoForm } from './company-info-form.tsx';
import { MailCaptured } from './mail-captured.tsx';
import { useCompanyInfo } from './use-company-info.ts';

/** One record, edited in place. Specification §2. */
export function CompanyInfoPage() {
  const { data, isError, isFetching, refetch } = useCompanyInfo();
  return (
    <>
      <PageTitle>Company Info</PageTitle>
      {isError && (
        <ListFailure
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
