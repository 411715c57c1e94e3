import { companyInfoTexts as texts } from '#contract/company-info/endpoints.ts';
import { lacksVatBasis } from '#server/features/ledger/change-vat-basis.ts';
import { failed, ok, withDatabase, type Check, type CheckDeps } from '../check.ts';

/** Whether somebody has said on which basis VAT is declared. product-rules 24.14. */
export function vatBasisCheck(deps: CheckDeps): Check {
  return {
    name: 'VAT basis',
    run: withDatabase(deps, async (db) =>
      (await lacksVatBasis(db))
        ? failed(texts.vatBasisOpen, texts.vatBasisAdvice)
        : ok(texts.vatBasisKnown),
    ),
  };
}
