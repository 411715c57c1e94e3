import * as cards from '#contract/stored-settings/card-account.ts';
import * as mail from '#contract/stored-settings/mail-server.ts';
import type { AppDeps } from '#server/app-deps.ts';
import type { RenderLoggedMail } from '#server/features/communication/read-mail.ts';
import { senderOf } from '#server/features/company-info/sender.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { checkDomain } from './mail-domain.ts';
import { readCardAccount, updateCardAccount } from './update-card-account.ts';
import { readMailServer, updateMailServer } from './update-mail-server.ts';

export function storedSettingsRoutes(serve: Serve, deps: AppDeps, write: RenderLoggedMail): void {
  serve(mail.getMailServer, ({ ctx }) => readMailServer({ ...deps, db: ctx.db }));

  serve(mail.updateMailServer, ({ ctx, body, ifMatch }) =>
    updateMailServer(deps, ctx, { form: body, ifMatch, write }),
  );

  serve(mail.checkMailDomain, async ({ ctx }) => {
    const { address } = await senderOf({ ...deps, db: ctx.db });
    const domain = address.slice(address.lastIndexOf('@') + 1);
    return { domain, records: isReserved(domain) ? [] : await checkDomain(domain) };
  });

  serve(cards.getCardAccount, ({ ctx }) => readCardAccount({ ...deps, db: ctx.db }));

  serve(cards.updateCardAccount, ({ ctx, body, ifMatch }) =>
    updateCardAccount(deps, ctx, { form: body, ifMatch }),
  );
}

/** Nobody has such a domain. RFC 2606. */
const isReserved = (domain: string) =>
  !domain.includes('.') || /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$/.test(domain);
