import { BadSettings } from '#server/config.ts';
import {
  connectEmbeddedPostgres,
  hasEmbeddedPostgres,
} from '#server/platform/embedded-postgres/running.ts';

interface Settings {
  dataDir: string;
  databaseUrl: string | null;
}

/** The database of the application, for a command beside it. The embedded one is started if it does not run. */
export async function openDatabase({ dataDir, databaseUrl }: Settings) {
  if (databaseUrl !== null) return { url: databaseUrl, close: async () => {} };
  if (await hasEmbeddedPostgres(dataDir)) return connectEmbeddedPostgres(dataDir);
  throw new BadSettings(
    `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as for the application.`,
  );
}
