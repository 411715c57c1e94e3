import * as consents from '#contract/privacy/consents.ts';
import { downloadDataExport, dataExportTexts } from '#contract/privacy/data-export.ts';
import { dayOf } from '#contract/days.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { changeConsents, readConsents } from './own-consents.ts';
import { readDataExport } from './data-export/read-export.ts';
import { renderDataExport } from './data-export/write-page.ts';

export function privacyRoutes(serve: Serve): void {
  serve(consents.getConsents, ({ ctx, params }) => readConsents(ctx, params.id));

  serve(consents.changeConsents, ({ ctx, params, body }) => changeConsents(ctx, params.id, body));

  serve(downloadDataExport, async ({ ctx, params }) => {
    const page = renderDataExport(await readDataExport(ctx, params.id));
    // Always a download, never rendered as a page of this site.
    const bytes = Buffer.from(page);
    return { name: dataExportTexts.fileName(dayOf(ctx.at)), bytes, isDownload: true };
  });
}
