import * as z from 'zod/mini';

/** One error in the input. `field` is the name in the request, or `''`. */
export const fieldError = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.output<typeof fieldError>;

/** Every reply that is not a success. `message` repeats the first of `errors`. product-rules 1.1. */
export const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  errors: z.optional(z.array(fieldError)),
});
export type Failure = z.output<typeof failure>;

/** A success without data. */
export const done = z.object({ success: z.literal(true) });

export function success<S extends z.ZodMiniType>(data: S) {
  return z.object({ success: z.literal(true), data });
}

/** product-rules 16.1. */
export const defaultError = 'An unexpected server error occurred.';
export const changedMeanwhile =
  'This record was changed by someone else. Reload to see the latest version.';
/** After a new sign-in, on the page where the session ended. */
export const draftRestored = 'Your unsaved draft has been restored. Check it, then save.';
/** After Save on a record as it is stored. */
export const nothingChanged = 'Nothing was changed.';
/** Shown after that reload when the form has preserved the user's input. */
export const latestFilledIn =
  'This is the latest version. Your changes are still here: please check them and save.';
