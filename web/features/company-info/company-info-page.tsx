import { companyInfoTexts } from '#contract/company-info/endpoints.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { CompanyInfoForm } from './company-info-form.tsx';
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
      {data && <CompanyInfoForm loaded={data} />}
    </>
  );
}
