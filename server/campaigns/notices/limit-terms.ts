/** A limit as its fact states it, stored with the message that is due. */
import { z } from 'zod'
import { jsonColumn } from '../../kernel/db/json-column.ts'
import { FactAmount } from '../../kernel/facts/fact.ts'

const LimitTerms = z.object({
  definition: z.int(),
  period: z.string(),
  currency: z.string().nullable(),
  amount: FactAmount,
})
export type LimitTerms = z.infer<typeof LimitTerms>

export const readTerms = jsonColumn('rewards.notices.terms', LimitTerms.nullable())
export const writeTerms = (terms: LimitTerms): string => JSON.stringify(z.encode(LimitTerms, terms))
