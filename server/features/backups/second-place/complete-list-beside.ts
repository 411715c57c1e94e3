import { workApart } from '#server/platform/concurrency/run-apart.ts';
import { addToListBeside, type ListToComplete } from '../list-beside.ts';

await workApart(({ list, folder, entries }: ListToComplete) =>
  addToListBeside(list, folder, entries),
);
