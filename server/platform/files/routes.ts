import { getPicture } from '#contract/files.ts';
import { notFound, sentences } from '#server/errors.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { findPicture } from './stored-files.ts';

export function fileRoutes(serve: Serve): void {
  serve(getPicture, async ({ ctx, params }) => {
    const picture = await findPicture(ctx.db, params.id);
    if (picture === undefined) throw notFound(sentences.notFound);
    return picture;
  });
}
