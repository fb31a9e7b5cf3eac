/** Periods of time in queries: `from` is inclusive, `to` is exclusive. */
import { z } from 'zod'

/**
 * ISO 8601 in UTC, within the range of years for all dates (specification, section 9). Databases do not have a year
 * 0000.
 */
const Moment = z.iso.datetime().refine((text) => {
  const year = Number(/^\d{4}/.exec(text)?.[0])
  return year >= 1000 && year <= 3000
}, 'The year must be between 1000 and 3000')

export const period = { from: Moment.optional(), to: Moment.optional() }
