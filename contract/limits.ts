/** product-rules 17.1, 17.2, 17.4. */
export const pageSizes = [10, 20, 50] as const;
export const defaultPageSize = 10;
export const largestPageSize = 100;
export const pageNumbersShown = 5;

export const mostRelatives = 4;
export const oldestRelative = 18;

export const passwordShortest = 6;
export const passwordLongest = 128;

/** Rand. */
export const largestAmount = 9999999.99;
/** Rand; the card provider's minimum (product-rules 7.10). */
export const leastCardAmount = 5;

export const resetRedirectMs = 2000;
