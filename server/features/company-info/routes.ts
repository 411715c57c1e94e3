import * as contract from '#contract/company-info/endpoints.ts';
import { isGiven } from '#server/platform/db/lists/search-rows.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { isNamed, readCompanyInfo } from './queries.ts';
import { updateCompanyInfo } from './update-company-info.ts';

export function companyInfoRoutes(serve: Serve): void {
  serve(contract.listCompanyInfos, async ({ work }) => [await readCompanyInfo(work.db)]);

  serve(contract.searchCompanyInfos, async ({ work, body }) => {
    const matches = !isGiven(body.name) || (await isNamed(work.db, body.name));
    const isFirstPage = (body.page ?? 1) === 1;
    const results = matches && isFirstPage ? [await readCompanyInfo(work.db)] : [];
    return { results, totalCount: matches ? 1 : 0 };
  });

  serve(contract.getCompanyInfo, async ({ work, params }) => {
    const company = await readCompanyInfo(work.db);
    if (company.id !== params.id.toLowerCase()) throw notFound(contract.companyInfoTexts.notFound);
    return company;
  });

  serve(contract.createCompanyInfo, async () => {
    throw conflict(contract.companyInfoTexts.onlyOne);
  });

  serve(contract.updateCompanyInfo, ({ work, params, body, ifMatch }) =>
    updateCompanyInfo(work, params.id, body, ifMatch),
  );

  serve(contract.deleteCompanyInfo, async () => {
    throw conflict(contract.companyInfoTexts.neverDeleted);
  });
}
