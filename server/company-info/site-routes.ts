import { getSite } from '#contract/site.ts';
import { readCompanyInfo } from './queries.ts';
import type { Serve } from '../http/handle.ts';
import type { Site } from '../http/site.ts';

export function siteRoutes(serve: Serve, { config }: Site): void {
  serve(getSite, async ({ work }) => {
    const { name, email, phone } = await readCompanyInfo(work.db);
    return {
      organisation: name,
      email,
      phone,
      isTestPayments: config.payfast.mode !== 'live',
    };
  });
}
