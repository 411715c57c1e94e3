import * as contract from '#contract/books/endpoints.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { checkBooks } from './check-books.ts';
import { readBooks } from './queries.ts';

export function bookRoutes(serve: Serve): void {
  serve(contract.getBooks, ({ ctx }) => readBooks(ctx));

  serve(contract.checkBooks, ({ ctx }) => checkBooks(ctx));
}
