import { useMatches } from 'react-router';

/** What the route table calls the page that is shown. */
export function usePageName(): string {
  const handle: unknown = useMatches().at(-1)?.handle;
  return typeof handle === 'object' && handle !== null && 'name' in handle
    ? String(handle.name)
    : '';
}
