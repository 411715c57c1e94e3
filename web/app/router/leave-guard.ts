import { useEffect, useEffectEvent } from 'react';
import { type BlockerFunction, NavigationType, useBlocker, useLocation } from 'react-router';
import { type FindGuard, type Guard, guardBack } from './back-guard.ts';

const guards = new Set<Guard>();
let back: ReturnType<typeof guardBack> | null = null;

const findGuard: FindGuard = (to) => [...guards].find(({ stops }) => stops(to));

/** While `stops` returns true, `ask` decides whether the user leaves the page. */
export function useGuard(guard: Guard): void {
  const stops = useEffectEvent(guard.stops);
  const ask = useEffectEvent(guard.ask);
  useEffect(() => {
    const mine: Guard = { stops: (to) => stops(to), ask: () => ask() };
    guards.add(mine);
    return () => void guards.delete(mine);
  }, []);
}

/** Before the router is created: browsers call the listeners of `popstate` in their order. */
export function installBackGuard(): void {
  back = guardBack(window, findGuard);
}

/** Once, around all pages: React Router supports one blocker at a time, so all forms share it. */
export function LeaveGuard() {
  const location = useLocation();
  const blocker = useBlocker(isBlocked);

  useEffect(() => {
    back?.pageShown();
  }, [location]);

  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    // Another navigation replaces the blocker: the answer is then out of date.
    let isCurrent = true;
    const asked = findGuard(blocker.location)?.ask() ?? Promise.resolve(true);
    void asked.then((mayLeave) => {
      if (isCurrent && mayLeave) blocker.proceed();
      else if (isCurrent) blocker.reset();
    });
    return () => {
      isCurrent = false;
    };
  }, [blocker]);

  return null;
}

/** Links and `navigate`; `guardBack` asks about Back and Forward. */
const isBlocked: BlockerFunction = ({ nextLocation, historyAction }) =>
  historyAction !== NavigationType.Pop && findGuard(nextLocation) !== undefined;
