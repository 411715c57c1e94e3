import { isRemote } from '#contract/backups/endpoints.ts';
import { folderPlace } from './folder-place.ts';
import type { Place, PlaceConfig } from './place.ts';
import { remotePlace } from './remote-place.ts';

export const placeAt = (place: string, config: PlaceConfig): Place =>
  isRemote(place) ? remotePlace(place, config) : folderPlace(place, config);
