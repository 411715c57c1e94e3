import { workApart } from '#server/platform/concurrency/run-apart.ts';
import { addToErasureList, type ListedErasure } from './erasure-list.ts';

/** The task of this program, which runs apart: the list of a folder that may be on a network drive. */
export interface ListToComplete {
  folder: string;
  erasures: ListedErasure[];
}

await workApart(({ folder, erasures }: ListToComplete) => addToErasureList(folder, erasures));
