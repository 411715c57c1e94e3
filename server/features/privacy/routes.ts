import * as consents from '#contract/privacy/consents.ts';
import { downloadDataExport, dataExportTexts } from '#contract/privacy/data-export.ts';
import * as erasure from '#contract/privacy/erasure.ts';
import * as retention from '#contract/privacy/retention.ts';
import { dayOf } from '#contract/days.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { changeConsents, readConsents } from './own-consents.ts';
import { readDataExport } from './data-export/read-export.ts';
import { eraseDonor, eraseMember, eraseMoney, erasePayer } from './erase/erase-person.ts';
import { storeErasureListSoon } from './erase/erasure-list.ts';
import {
  askForErasure,
  declineErasure,
  listErasureRequests,
  readErasureRequest,
} from './erase/erasure-requests.ts';
import {
  previewDonorErasure,
  previewMemberErasure,
  previewMoneyErasure,
  previewPayerErasure,
} from './erase/preview-erasure.ts';
import { renderDataExport } from './data-export/write-page.ts';
import { previewRetention, readRetentionReport } from './retention/queries.ts';
import { readRetention, updateRetention } from './retention/settings.ts';

export function privacyRoutes(serve: Serve, deps: AppDeps): void {
  serve(consents.getConsents, ({ ctx, params }) => readConsents(ctx, params.id));

  serve(consents.changeConsents, ({ ctx, params, body }) => changeConsents(ctx, params.id, body));

  serve(downloadDataExport, async ({ ctx, params }) => {
    const page = renderDataExport(await readDataExport(ctx, params.id));
    // Always a download, never rendered as a page of this site.
    const bytes = Buffer.from(page);
    return { name: dataExportTexts.fileName(dayOf(ctx.at)), bytes, isDownload: true };
  });

  serve(erasure.previewMemberErasure, ({ ctx, params }) => previewMemberErasure(ctx, params.id));

  serve(erasure.previewDonorErasure, ({ ctx, params }) => previewDonorErasure(ctx, params.id));

  serve(erasure.eraseMember, async ({ ctx, params }) => {
    await eraseMember(ctx, params.id);
    await storeErasureListSoon(deps);
  });

  serve(erasure.eraseDonor, async ({ ctx, params }) => {
    await eraseDonor(ctx, params.id);
    await storeErasureListSoon(deps);
  });

  serve(erasure.previewPayerErasure, ({ ctx, params }) => previewPayerErasure(ctx, params.id));

  serve(erasure.erasePayer, async ({ ctx, params }) => {
    await erasePayer(ctx, params.id);
    await storeErasureListSoon(deps);
  });

  serve(erasure.previewMoneyErasure, ({ ctx, params }) => previewMoneyErasure(ctx, params.id));

  serve(erasure.eraseMoney, async ({ ctx, params }) => {
    await eraseMoney(ctx, params.id);
    await storeErasureListSoon(deps);
  });

  serve(erasure.getErasureRequest, ({ ctx, params }) => readErasureRequest(ctx, params.id));

  serve(erasure.askForErasure, ({ ctx, params }) => askForErasure(ctx, params.id));

  serve(erasure.declineErasure, ({ ctx, params, body }) =>
    declineErasure(ctx, params.id, body.reason),
  );

  serve(erasure.listErasureRequests, ({ ctx }) => listErasureRequests(ctx.db));

  serve(retention.getRetention, ({ ctx }) => readRetention(ctx.db));

  serve(retention.updateRetention, ({ ctx, body, ifMatch }) => updateRetention(ctx, body, ifMatch));

  serve(retention.previewRetention, ({ ctx, body }) => previewRetention(ctx, body));

  serve(retention.getRetentionReport, ({ ctx }) => readRetentionReport(ctx));
}
