/** Ends what `node scripts/cluster/start.ts` has started, and deletes its data. */
import { defaultFolder, stopCluster } from './cluster.ts';

await stopCluster(process.argv[2] ?? defaultFolder);
