import * as contract from '#contract/company-info/endpoints.ts';
import { getSite } from '#contract/company-info/public-settings.ts';
import * as testMail from '#contract/company-info/test-mail.ts';
import type { Site } from '#server/app-deps.ts';
import { conflict, notFound } from '#server/errors.ts';
import { isGiven } from '#server/platform/db/lists/search-rows.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { readSite } from './public-settings.ts';
import { isNamed, readCompanyInfo } from './queries.ts';
import { ownAddress, readTestMail, sendTestMail } from './test-mail.ts';
import { updateCompanyInfo } from './update-company-info.ts';

export function companyInfoRoutes(serve: Serve, { config }: Site): void {
  const isCaptured = config.smtpUrl === null;

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

  serve(getSite, ({ work }) => readSite(work.db, config));

  serve(testMail.getMailDelivery, async ({ work }) => {
    const { email } = await ownAddress(work);
    return { isCaptured, to: email };
  });

  serve(testMail.sendTestMail, ({ work }) => sendTestMail(work, isCaptured));

  serve(testMail.getTestMail, ({ work, params }) => readTestMail(work.db, params.id, isCaptured));
}
