import { readStored } from '#server/features/stored-settings/stored.ts';
import { namesOnServer, storedKinds, type StoredKind } from '#server/stored-config.ts';
import { failed, ok, withDatabase, type Check, type CheckDeps } from '../check.ts';

const pages: Record<StoredKind, string> = {
  mail: 'Company Info, Mail',
  payfast: 'Company Info, Card Payments',
};

/** A wrong one is not used, instead of keeping the application from its start. */
export function storedSettingsCheck(deps: CheckDeps): Check {
  const { config, secret } = deps;
  return {
    name: 'Entered settings',
    run: withDatabase(deps, async (db) => {
      const unused: string[] = [];
      for (const kind of storedKinds) {
        if (namesOnServer(config, kind).length > 0) continue;
        const { problem } = await readStored({ db, config, secret }, kind);
        if (problem !== null) unused.push(`${pages[kind]}: ${problem}`);
      }
      return unused.length === 0
        ? ok('What is entered under Company Info is used.')
        : failed(`Not used. ${unused.join(' ')}`, 'Open the page and enter it again.');
    }),
  };
}
