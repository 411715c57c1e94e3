import type { AppDeps } from '#server/app-deps.ts';
import { readCompanyInfo } from './queries.ts';

/** The sender: the setting, the organisation's address or an address of this host. product-rules 2.7. */
export async function senderOf({ config, db }: Pick<AppDeps, 'config' | 'db'>) {
  const { name, email } = await readCompanyInfo(db);
  const { mailFrom, publicUrl } = config;
  const address = mailFrom?.address ?? (email || `no-reply@${new URL(publicUrl).hostname}`);
  return { name: mailFrom?.name ?? name, address, replyTo: email };
}
