import * as contract from '#contract/imports/endpoints.ts';
import { permissionOfImport } from '#contract/imports/permissions.ts';
import { importTexts } from '#contract/imports/texts.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { may } from '#server/platform/access/permissions.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { checkImport } from './check-import.ts';
import { discardImport } from './discard-import.ts';
import { inviteImported } from './invite-imported.ts';
import { writeProblems } from './problems-file.ts';
import { latestImports, readImport, searchRows } from './queries.ts';
import { findImport } from './lock-import.ts';
import { startImport } from './start-import.ts';
import { previewUndo, undoImport } from './undo-import.ts';
import { updateImport } from './update-import.ts';
import { uploadImport } from './upload-import.ts';

/** An import of a kind that the role does not import is as unknown as one that does not exist. */
async function reachable(ctx: Context, id: string): Promise<string> {
  const { kind } = await findImport(ctx, id);
  if (!may(ctx, permissionOfImport[kind])) throw notFound(importTexts.notFound);
  return id;
}

export function importRoutes(serve: Serve): void {
  serve(contract.uploadImport, ({ ctx, query, file, untilLeft }) =>
    uploadImport(ctx, {
      kind: query.kind ?? 'members',
      fileName: query.fileName ?? '',
      file,
      signal: untilLeft(),
    }),
  );

  serve(contract.listImports, ({ ctx }) => latestImports(ctx));

  serve(contract.getImport, async ({ ctx, params }) =>
    readImport(ctx.db, await reachable(ctx, params.id)),
  );

  serve(contract.updateImport, async ({ ctx, params, body, untilLeft }) =>
    updateImport(ctx, await reachable(ctx, params.id), body, untilLeft()),
  );

  serve(contract.checkImport, async ({ ctx, params }) =>
    checkImport(ctx, await reachable(ctx, params.id)),
  );

  serve(contract.startImport, async ({ ctx, params, query, ifMatch }) =>
    startImport(ctx, await reachable(ctx, params.id), query.closedMonths, ifMatch),
  );

  serve(contract.searchImportRows, async ({ ctx, params, body }) =>
    searchRows(ctx.db, await reachable(ctx, params.id), body),
  );

  serve(contract.getImportProblems, async ({ ctx, params, query }) =>
    writeProblems(ctx, await reachable(ctx, params.id), query.format ?? 'csv'),
  );

  serve(contract.previewUndo, async ({ ctx, params }) =>
    previewUndo(ctx, await reachable(ctx, params.id)),
  );

  serve(contract.undoImport, async ({ ctx, params }) =>
    undoImport(ctx, await reachable(ctx, params.id)),
  );

  serve(contract.discardImport, async ({ ctx, params }) =>
    discardImport(ctx, await reachable(ctx, params.id)),
  );

  serve(contract.inviteImported, async ({ ctx, params, body }) =>
    inviteImported(ctx, await reachable(ctx, params.id), body.most),
  );
}
