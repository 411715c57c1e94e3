import { listDonationTypes } from '#contract/donations/endpoints.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import { listMemberTypes } from '#contract/member-types/endpoints.ts';
import { getPublicSettings } from '#contract/company-info/public-settings.ts';
import { readPublicSettings } from './features/company-info/public-settings.ts';
import { allDonationTypes } from './features/donations/queries.ts';
import type { Replies } from './platform/http/pages/ssr-pages.ts';
import type { AppDeps } from './app-deps.ts';
import { allMemberTypes } from './features/member-types/queries.ts';

/** The data that each public page would request on load. It is embedded in the page instead. */
export function preloadDataFor({ db, config }: AppDeps) {
  return async (pattern: string): Promise<Replies> => {
    const replies: Replies = { [callOf(getPublicSettings)]: await readPublicSettings(db, config) };
    if (pattern === '/register') replies[callOf(listMemberTypes)] = await allMemberTypes(db);
    if (pattern === '/donate') {
      replies[callOf(listDonationTypes)] = await allDonationTypes(db, config);
    }
    return replies;
  };
}

const callOf = ({ method, path }: EndpointShape) => `${method} ${path}`;
