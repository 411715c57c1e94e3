import { NavigationType, useLocation, useMatches, useNavigationType } from 'react-router';

export function useSearchParams(): URLSearchParams {
  return new URLSearchParams(useLocation().search);
}

/** Whether Back, Forward or a reload led to this entry of the history. */
export function useIsHistoryStep(): boolean {
  return useNavigationType() === NavigationType.Pop;
}

/** The title of the current page in the route table. */
export function usePageTitle(): string {
  const handle = useMatches().at(-1)?.handle;
  return isTitled(handle) ? handle.title : '';
}

function isTitled(handle: unknown): handle is { title: string } {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}
