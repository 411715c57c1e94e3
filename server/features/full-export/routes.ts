import * as contract from '#contract/full-export/endpoints.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { exportEverything } from './export-everything.ts';

export function fullExportRoutes(serve: Serve): void {
  serve(contract.exportEverything, ({ ctx }) => exportEverything(ctx));
}
