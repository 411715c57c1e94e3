import type { Config } from '#server/config.ts';
import { connectTimeMs, failed, ok, reasonOf, warning, type Check } from '../check.ts';

/** The keys have been checked with the settings. */
export function cardPaymentCheck({ payfast }: Config): Check {
  return {
    name: 'Card payments',
    run: async () => {
      const { mode, validateUrl } = payfast;
      if (mode === 'off') return ok('Off: payments by card are not offered.');
      if (mode === 'simulator') {
        return warning(
          'Test payments on this machine: no money moves.',
          'For real payments enter your PayFast account under Company Info, Card Payments.',
        );
      }
      const { host } = new URL(validateUrl);
      try {
        // A question about no payment. Any answer shows that the address can be reached.
        const reply = await fetch(validateUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          redirect: 'manual',
          signal: AbortSignal.timeout(connectTimeMs),
        });
        await reply.body?.cancel();
      } catch (error) {
        return failed(
          `${host} does not answer (${reasonOf(error)}), so payments are not confirmed.`,
          'Check that this machine may open connections to it.',
        );
      }
      if (mode === 'sandbox') {
        return warning(
          `PayFast's sandbox: memberships become paid, and no money moves. ${host} answers.`,
          'For real payments enter your PayFast account under Company Info, Card Payments.',
        );
      }
      return ok(`PayFast, with your account. ${host} answers.`);
    },
  };
}
