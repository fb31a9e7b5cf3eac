/** The definition of a free bet, which operators grant to players. */
import { z } from 'zod'
import { Odds } from '#contract/sportsbook-protocol.ts'
import { defineKind } from '../kernel/definition-kind.ts'
import { Amounts } from '../reference/index.ts'

const Form = z.strictObject({
  name: z.object({ en: z.string().min(1).max(200) }).catchall(z.string().min(1).max(200)),
  /** Staked in one bet. */
  amount: Amounts,
  /** The lowest odds of each selection. */
  minOdds: Odds,
  /** Time in which it can be staked. A bet that was placed in time is settled whenever it is decided. */
  days: z.int().min(1).max(365),
})
export type FreeBetDefinition = z.output<typeof Form>

export const freeBetKind = defineKind({
  kind: 'freebets',
  area: 'rewards',
  file: 'free-bets.json',
  schema: Form,
  describe: ({ name, amount, minOdds, days }) =>
    `${name.en}: ${amount.base} at odds of ${minOdds} or more, ${days} days`,
})
