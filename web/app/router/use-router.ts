import { createContext, use, useEffect, useEffectEvent } from 'react';
import type { Location } from './location.ts';
import type { Params } from './match.ts';
import type { Guard } from './guards.ts';
import type { Router, Shown } from './router.ts';

interface Now {
  router: Router;
  shown: Shown;
}

export const NowShown = createContext<Now | null>(null);

export function useRouter(): Now {
  const now = use(NowShown);
  if (now === null) throw new Error('This belongs inside a page.');
  return now;
}

/** `void navigate(paths.members())`, or `navigate(-1)`. The same function always. */
export function useNavigate(): Router['navigate'] {
  return useRouter().router.navigate;
}

/** Another object each time that the visitor goes somewhere, be it to the same address. */
export function useLocation(): Location {
  return useRouter().shown.location;
}

export function useSearchParams(): URLSearchParams {
  return new URLSearchParams(useLocation().search);
}

export function useParams(): Partial<Params> {
  return useRouter().shown.page?.params ?? {};
}

/** What the route table calls the page that is shown. */
export function usePageTitle(): string {
  return useRouter().shown.page?.title ?? '';
}

/** While `stops` says so, `ask` decides whether the visitor goes on. */
export function useGuard(guard: Guard): void {
  const { router } = useRouter();
  const stops = useEffectEvent(guard.stops);
  const ask = useEffectEvent(guard.ask);
  useEffect(() => router.guard({ stops: (to) => stops(to), ask: () => ask() }), [router]);
}
