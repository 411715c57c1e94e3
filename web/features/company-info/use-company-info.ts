import { useQuery } from '@tanstack/react-query';
import {
  type CompanyInfo,
  companyInfoTexts,
  getCompanyInfo,
  listCompanyInfos,
} from '#contract/company-info/endpoints.ts';
import { unanswered } from '#web/api/api-error.ts';
import { call, callWithEtag } from '#web/api/call.ts';

/** The record with its ETag, which an update must send. */
export interface LoadedCompanyInfo {
  company: CompanyInfo;
  etag: string | undefined;
}

export async function readCompanyInfo(
  id: string,
  signal?: AbortSignal,
): Promise<LoadedCompanyInfo> {
  const { data, etag } = await callWithEtag(getCompanyInfo, { params: { id }, signal });
  return { company: data, etag };
}

/** Loaded once per visit: the form keeps the version that it was filled from. */
export function useCompanyInfo() {
  return useQuery({
    queryKey: ['companyInfo'],
    queryFn: async ({ signal }) => {
      const [only] = await call(listCompanyInfos, { signal });
      if (only === undefined) throw unanswered(companyInfoTexts.notFound);
      return readCompanyInfo(only.id, signal);
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}
