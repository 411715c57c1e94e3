import { getSite } from '#contract/company-info/public-settings.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import type { Site } from '#server/app-deps.ts';
import { readSite } from './public-settings.ts';

export function siteRoutes(serve: Serve, { config }: Site): void {
  serve(getSite, ({ work }) => readSite(work.db, config));
}
