import * as contract from '#contract/imports/endpoints.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { checkImport } from './check-import.ts';
import { discardImport } from './discard-import.ts';
import { inviteImported } from './invite-imported.ts';
import { writeProblems } from './problems-file.ts';
import { latestImports, readImport, searchRows } from './queries.ts';
import { startImport } from './start-import.ts';
import { previewUndo, undoImport } from './undo-import.ts';
import { updateImport } from './update-import.ts';
import { uploadImport } from './upload-import.ts';

export function importRoutes(serve: Serve): void {
  serve(contract.uploadImport, ({ ctx, query, file, untilLeft }) =>
    uploadImport(ctx, {
      kind: query.kind ?? 'members',
      fileName: query.fileName ?? '',
      file,
      signal: untilLeft(),
    }),
  );

  serve(contract.listImports, ({ ctx }) => latestImports(ctx.db));

  serve(contract.getImport, ({ ctx, params }) => readImport(ctx.db, params.id));

  serve(contract.updateImport, ({ ctx, params, body, untilLeft }) =>
    updateImport(ctx, params.id, body, untilLeft()),
  );

  serve(contract.checkImport, ({ ctx, params }) => checkImport(ctx, params.id));

  serve(contract.startImport, ({ ctx, params, query, ifMatch }) =>
    startImport(ctx, params.id, query.closedMonths, ifMatch),
  );

  serve(contract.searchImportRows, ({ ctx, params, body }) => searchRows(ctx.db, params.id, body));

  serve(contract.getImportProblems, ({ ctx, params }) => writeProblems(ctx.db, params.id));

  serve(contract.previewUndo, ({ ctx, params }) => previewUndo(ctx, params.id));

  serve(contract.undoImport, ({ ctx, params }) => undoImport(ctx, params.id));

  serve(contract.discardImport, ({ ctx, params }) => discardImport(ctx, params.id));

  serve(contract.inviteImported, ({ ctx, params, body }) =>
    inviteImported(ctx, params.id, body.most),
  );
}
