import { openTurns } from '#server/platform/concurrency/turns.ts';

/** As many as there are threads that draw PDFs: mails with invoices wait for these few only. */
export const pdfTurns = openTurns({ atOnce: 2, mostWaiting: 100 });
