/** A win is listed among the latest from this multiple of its stake. */
export const leastListedMultiple = 2
