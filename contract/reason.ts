import * as z from 'zod/mini';
import { requiredLines } from './fields.ts';

/** Why something is taken back; kept with it. */
export const reasonForm = z.object({ reason: requiredLines('Please give a reason.', 500) });
