/** Every kind of fact, typed from its writer to its readers. Movements of money are facts of the ledger and need no kind here. */
import { z } from 'zod'
import { CurrencyCode } from '#contract/money.ts'
import { fact } from './fact.ts'

export const playerRegistered = fact('playerRegistered', {
  subject: 'player',
  data: z.object({ currency: CurrencyCode, country: z.string().nullable() }),
})
