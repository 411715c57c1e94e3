import * as contract from '#contract/bank-statements/endpoints.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { importStatement } from './import-statement.ts';
import { listAccounts, readDetails, searchLineRows, searchStatementRows } from './queries.ts';
import { removeStatement } from './remove-statement.ts';
import { downloadFile } from './statement-file.ts';
import { updateStatement } from './update-statement.ts';
import { uploadStatement } from './upload-statement.ts';

export function bankStatementRoutes(serve: Serve): void {
  serve(contract.uploadStatement, ({ ctx, query, file, untilLeft }) =>
    uploadStatement(ctx, { fileName: query.fileName ?? '', file, signal: untilLeft() }),
  );

  serve(contract.searchStatements, ({ ctx, body }) => searchStatementRows(ctx.db, body));

  serve(contract.getStatement, ({ ctx, params }) => readDetails(ctx.db, params.id));

  serve(contract.downloadStatement, ({ ctx, params }) => downloadFile(ctx.db, params.id));

  serve(contract.updateStatement, ({ ctx, params, body, untilLeft }) =>
    updateStatement(ctx, params.id, body, untilLeft()),
  );

  serve(contract.importStatement, ({ ctx, params }) => importStatement(ctx, params.id));

  serve(contract.removeStatement, ({ ctx, params }) => removeStatement(ctx, params.id));

  serve(contract.listBankAccounts, ({ ctx }) => listAccounts(ctx.db));

  serve(contract.searchBankLines, ({ ctx, params, body }) =>
    searchLineRows(ctx.db, params.id, body),
  );
}
