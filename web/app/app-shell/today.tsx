import { CalendarClock } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { onChange } from '#web/api/changes.ts';
import { menuCounts, type ShownCounts } from '#web/api/menu-counts.ts';
import { paths } from '#web/app/paths.ts';
import { takeArrival } from '#web/session/session.ts';
import { useMay } from '#web/session/use-may.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { doneSince, nextStepNotice } from '#web/features/get-started/next-step.ts';
import { getStartedLabel } from './get-started-label.ts';
import { waitingLines } from './today-lines.ts';
import { TodayPanel } from './today-panel.tsx';
import styles from './today.module.css';
import { useDismiss } from './use-dismiss.ts';

const mostShown = 999;
const pollMs = 30_000;

/** What waits for this administrator, on every page. After signing in, the dashboard opens with it. */
export function Today() {
  const { pathname } = useLocation();
  // Open on one page: a link to another closes it.
  const [openOn, setOpenOn] = useState(() =>
    takeArrival() && pathname === paths.dashboard() ? pathname : null,
  );
  const isOpen = openOn === pathname;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const counts = useFreshMenuCounts();
  useNextStep(counts);
  const lines = waitingLines(counts, useMay());
  const sum = lines.reduce((total, { waiting }) => total + waiting, 0);
  const shown = sum > mostShown ? `${mostShown}+` : String(sum);

  function close(byKey = true) {
    setOpenOn(null);
    if (byKey) button.current?.focus();
  }
  useDismiss(box, isOpen, close);

  return (
    <div ref={box}>
      <button
        type="button"
        ref={button}
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={sum > 0 ? `Today ${shown} waiting` : undefined}
        onClick={() => setOpenOn(isOpen ? null : pathname)}
      >
        <CalendarClock aria-hidden size={18} />
        Today {sum > 0 && <span className={styles.sum}>{shown}</span>}
      </button>
      <section id={id} aria-label="Today" className={styles.panel} hidden={!isOpen}>
        {isOpen && counts && (
          <TodayPanel getStarted={getStartedLabel(counts)} lines={lines} onClose={close} />
        )}
      </section>
    </div>
  );
}

/**
 * Counts again after each change by this user, when the window gets the focus, and twice a minute
 * while it is visible.
 */
function useFreshMenuCounts(): ShownCounts | undefined {
  const { data, refetch } = useQuery({
    ...menuCounts,
    refetchOnMount: false,
    refetchInterval: pollMs,
  });
  useEffect(() => {
    const recount = () => void refetch();
    addEventListener('focus', recount);
    const stop = onChange(recount);
    return () => {
      removeEventListener('focus', recount);
      stop();
    };
  }, [refetch]);
  return data;
}

/** Where a step of Get Started was done, a notice leads on to the next one. */
function useNextStep(counts: ShownCounts | undefined): void {
  const { pathname } = useLocation();
  const notify = useNotify();
  const steps = counts?.getStarted?.steps;
  const before = useRef(steps);
  const lead = useEffectEvent((earlier: NonNullable<typeof steps>) => {
    const done = doneSince(earlier, steps ?? []).at(-1);
    // The page of Get Started itself shows it.
    if (steps === undefined || done === undefined || pathname === paths.getStarted()) return;
    notify.success(...nextStepNotice(steps, done));
  });
  useEffect(() => {
    if (before.current !== undefined) lead(before.current);
    before.current = steps;
  }, [steps]);
}
