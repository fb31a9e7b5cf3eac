/**
 * A parameter for a long array of numbers, ids or dates, which contain nothing to escape. This is faster than the
 * driver, which looks for quotes in each element.
 */
export const arrayOf = (values: ReadonlyArray<string | number | bigint>): string => `{${values.join(',')}}`
