/**
 * Starts the reference set-up of docs/scaling.md on this machine: three PostgreSQL under Patroni with etcd,
 * HAProxy, PgBouncer, two web and two worker processes. It runs until `node scripts/cluster/stop.ts`.
 */
import {
  applicationNames,
  defaultFolder,
  startApplication,
  startDatabases,
  webUrl,
} from './cluster.ts';
import { pooledUrl } from './machines.ts';

const folder = process.argv[2] ?? defaultFolder;
const settings = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'Secret123' };
try {
  await startDatabases({ folder });
  await startApplication({ folder, settings });
  console.log(`Pages:    ${webUrl} (${applicationNames.join(', ')})`);
  console.log(`Sign in:  ${settings.ADMIN_EMAIL}, ${settings.ADMIN_PASSWORD}`);
  console.log(`Database: ${pooledUrl()}`);
  console.log(`Leader:   patronictl -c ${folder}/patroni1.yml list`);
  console.log(`Logs:     ${folder}/*.log`);
} catch (error) {
  console.error(error);
  console.error(`The logs are in ${folder}. To end what was started: node scripts/cluster/stop.ts`);
  process.exitCode = 1;
}
