import { useQuery } from '@tanstack/react-query';
import { getMailLimits, type MailLimits } from '#contract/mail-limits.ts';
import { callWithEtag } from '#web/api/call.ts';

/** The limits as they were read, with the tag that a change of them sends back. */
export interface LimitsVersion {
  limits: MailLimits;
  etag: string | undefined;
}

export function useMailLimits() {
  return useQuery({
    queryKey: ['mailLimits'],
    queryFn: async ({ signal }): Promise<LimitsVersion> => {
      const { data, etag } = await callWithEtag(getMailLimits, undefined, { signal });
      return { limits: data, etag };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}
