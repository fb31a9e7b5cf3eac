/**
 * A parameter for a long array of numbers, ids or dates, which contain nothing to escape: the driver would look for quotes
 * in each of them.
 */
export const arrayOf = (values: ReadonlyArray<string | number | bigint>): string => `{${values.join(',')}}`
