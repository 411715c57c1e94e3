export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Between a notice and what it must not cover. */
const gap = 4;

/**
 * How far a box is lifted so that it covers none of the obstacles; 0 if there is no such place above it. `limit` is
 * the highest place.
 */
export function freeLift(box: Box, obstacles: readonly Box[], limit: number): number {
  const height = box.bottom - box.top;
  const beside = obstacles
    .filter(({ left, right }) => left < box.right && right > box.left)
    .toSorted((one, other) => other.bottom - one.bottom);
  let { bottom } = box;
  for (const { top, bottom: below } of beside) {
    if (top < bottom && below > bottom - height) bottom = top - gap;
  }
  return bottom - height < limit ? 0 : box.bottom - bottom;
}
