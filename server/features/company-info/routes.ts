import * as contract from '#contract/company-info/endpoints.ts';
import * as logo from '#contract/company-info/logo.ts';
import { getPublicSettings } from '#contract/company-info/public-settings.ts';
import * as testMail from '#contract/company-info/test-mail.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { conflict, notFound, sentences } from '#server/errors.ts';
import { isGiven } from '#server/platform/db/lists/search-rows.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { findLogoBytes, removeLogo, uploadLogo } from './logo.ts';
import { readPublicSettings } from './public-settings.ts';
import { isNamed, readCompanyInfo } from './queries.ts';
import { senderOf } from './sender.ts';
import { ownAddress, readTestMail, sendTestMail } from './test-mail.ts';
import { updateCompanyInfo } from './update-company-info.ts';

export function companyInfoRoutes(serve: Serve, { config, db }: AppDeps): void {
  const isCaptured = () => config.smtpUrl === null;

  serve(contract.listCompanyInfos, async ({ ctx }) => [await readCompanyInfo(ctx.db)]);

  serve(contract.searchCompanyInfos, async ({ ctx, body }) => {
    const matches = !isGiven(body.name) || (await isNamed(ctx.db, body.name));
    const isFirstPage = (body.page ?? 1) === 1;
    const results = matches && isFirstPage ? [await readCompanyInfo(ctx.db)] : [];
    return { results, totalCount: matches ? 1 : 0 };
  });

  serve(contract.getCompanyInfo, async ({ ctx, params }) => {
    const company = await readCompanyInfo(ctx.db);
    if (company.id !== params.id) throw notFound(contract.companyInfoTexts.notFound);
    return company;
  });

  serve(contract.createCompanyInfo, async () => {
    throw conflict(contract.companyInfoTexts.onlyOne);
  });

  serve(contract.updateCompanyInfo, ({ ctx, params, body, ifMatch }) =>
    updateCompanyInfo(ctx, params.id, body, ifMatch),
  );

  serve(contract.deleteCompanyInfo, async () => {
    throw conflict(contract.companyInfoTexts.neverDeleted);
  });

  serve(getPublicSettings, ({ ctx }) => readPublicSettings(ctx.db, config));

  serve(logo.getLogo, async ({ ctx, params }) => {
    const bytes = await findLogoBytes(ctx.db, params.hash);
    if (bytes === undefined) throw notFound(sentences.notFound);
    return { name: 'logo.png', bytes };
  });

  serve(logo.uploadLogo, ({ ctx, params, file }) => uploadLogo(ctx, params.id, file));

  serve(logo.removeLogo, ({ ctx, params }) => removeLogo(ctx, params.id));

  serve(testMail.getMailDelivery, async ({ ctx }) => {
    const [{ email }, { address }] = await Promise.all([ownAddress(ctx), senderOf({ config, db })]);
    const { isMailFromIgnored } = config;
    return { isCaptured: isCaptured(), to: email, from: address, isMailFromIgnored };
  });

  serve(testMail.sendTestMail, ({ ctx }) => sendTestMail(ctx, isCaptured()));

  serve(testMail.getTestMail, ({ ctx, params }) => readTestMail(ctx.db, params.id, isCaptured()));
}
