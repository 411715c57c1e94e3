import { classNames } from './class-names.ts';
import styles from './status-badge.module.css';

type Tone = 'green' | 'red' | 'yellow' | 'blue' | 'grey';

/** product-rules 14.5 for members; other statuses by analogy. Unknown ones are grey. */
const tones: Readonly<Record<string, Tone>> = {
  active: 'green',
  deactivated: 'red',
  expired: 'yellow',
  'due for renewal': 'blue',
  paid: 'green',
  received: 'green',
  'needs an answer': 'red',
  offered: 'green',
  complete: 'green',
  'not copied': 'yellow',
  unpaid: 'yellow',
  'payment failed': 'red',
  'payment cancelled': 'yellow',
  processing: 'blue',
  sent: 'green',
  failed: 'red',
  uncertain: 'yellow',
  waiting: 'blue',
  'waiting, invoice void': 'blue',
  held: 'yellow',
  settled: 'green',
  credit: 'red',
  refused: 'yellow',
  'not confirmed': 'yellow',
  'not judged': 'yellow',
  'waiting for confirmation': 'blue',
  ok: 'green',
  warning: 'yellow',
  certain: 'green',
  'very likely': 'green',
  likely: 'blue',
  possible: 'yellow',
  matched: 'green',
  done: 'green',
  'to do': 'blue',
};

export function toneOf(status: string): Tone {
  return tones[status.toLowerCase()] ?? 'grey';
}

export function StatusBadge({ status }: { status: string }) {
  return (
    <span data-badge="" className={classNames(styles.badge, styles[toneOf(status)])}>
      {status}
    </span>
  );
}
