import * as consents from '#contract/privacy/consents.ts';
import { downloadHeldData, heldDataTexts } from '#contract/privacy/data-export.ts';
import { dayOf } from '#contract/days.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { changeConsents, readConsents } from './own-consents.ts';
import { readHeldData } from './data-export/read-export.ts';
import { writeHeldDataPage } from './data-export/write-page.ts';

export function heldDataRoutes(serve: Serve): void {
  serve(consents.getConsents, ({ ctx, params }) => readConsents(ctx, params.id));

  serve(consents.changeConsents, ({ ctx, params, body }) => changeConsents(ctx, params.id, body));

  serve(downloadHeldData, async ({ ctx, params }) => {
    const page = writeHeldDataPage(await readHeldData(ctx, params.id));
    // Never shown as a page of ours.
    const bytes = Buffer.from(page);
    return { name: heldDataTexts.fileName(dayOf(ctx.at)), bytes, isDownload: true };
  });
}
