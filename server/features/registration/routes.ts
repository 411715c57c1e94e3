import { register as endpoint } from '#contract/registration/endpoints.ts';
import { hashPassword } from '#server/features/auth/password-hash.ts';
import { assertOpen } from '#server/features/company-info/opening.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { assertOffered } from '#server/platform/payfast/payment-form.ts';
import { register } from './register.ts';

export function registrationRoutes(serve: Serve, { config }: AppDeps): void {
  serve(
    endpoint,
    async ({ ctx, body, prepared }) => {
      await assertOpen(ctx, config);
      assertOffered(config.payfast, body.paymentType);
      return register(ctx, body, prepared);
    },
    { prepare: ({ body, client }) => hashPassword(body.password, client) },
  );
}
