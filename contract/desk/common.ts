/** What many endpoints of the desk have in common: amounts, people, pages of a list. */
import { z } from 'zod'

/** In units of the currency, exactly, such as `-12.50`. */
export const Money = z.object({ amount: z.string(), currency: z.string() })
export type Money = z.output<typeof Money>

/** Of a page that is not the first one: what the page before answered as `next`. */
export const PageKey = z.string().max(300).optional()
/** For the next page; null on the last one. */
export const NextPage = z.string().nullable()

/** Of a line that the desk writes: a value as it is stored, such as a name; money; or a label of the desk with its values. */
export const Part = z.union([
  z.string(),
  Money,
  z.object({ key: z.string(), values: z.record(z.string(), z.string()) }),
])
export type Part = z.output<typeof Part>

/** Why an operator does something; it is part of the audit log. */
export const Reason = z.string().trim().min(3).max(500)
