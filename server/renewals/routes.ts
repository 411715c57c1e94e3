import * as contract from '#contract/renewals.ts';
import type { Serve } from '../http/handle.ts';
import { generateInvoice } from './generate-invoice.ts';

export function renewalRoutes(serve: Serve): void {
  serve(contract.generateInvoice, ({ work, body }) => generateInvoice(work, body));
}
