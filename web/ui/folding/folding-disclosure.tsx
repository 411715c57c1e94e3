import type { ReactNode } from 'react';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { useStartsOpen } from './use-starts-open.ts';

interface Props {
  summary: ReactNode;
  children: ReactNode;
}

/** A disclosure that starts closed on phones. */
export function FoldingDisclosure(props: Props) {
  return <Disclosure {...props} open={useStartsOpen()} />;
}
