import * as z from 'zod/mini';
import { requiredLines } from './fields.ts';

/** The reason for undoing something, stored with the record. */
export const reasonForm = z.object({ reason: requiredLines('Please give a reason.', 500) });
