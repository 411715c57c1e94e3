export const monthEndKey = ['monthEnd'];
/** The figures of a period are below it. */
export const figuresKey = ['monthEnd', 'figures'];
