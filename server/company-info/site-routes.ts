import { getSite } from '#contract/company-info/public-settings.ts';
import type { Serve } from '../http/handle.ts';
import type { Site } from '../http/site.ts';
import { readSite } from './read-site.ts';

export function siteRoutes(serve: Serve, { config }: Site): void {
  serve(getSite, ({ work }) => readSite(work.db, config));
}
