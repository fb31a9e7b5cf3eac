/** The definition of cashback: part of a week's net loss, paid as cash without wagering. */
import { z } from 'zod'
import { defineKind } from '../../kernel/definition-kind.ts'
import { Amounts } from '../../reference/index.ts'

/** More would make losing worth while together with other rewards. */
const maxPercent = 25

const Cashback = z.strictObject({
  name: z.object({ en: z.string().min(1) }).catchall(z.string().min(1)),
  /** Of the net loss, with two decimals at most. */
  percent: z.number().positive().max(maxPercent).multipleOf(0.01),
  /** The net loss includes sports bets. */
  countsSports: z.boolean().default(false),
  /** Less is not paid. */
  min: Amounts,
  /** More is not paid for one week. */
  max: Amounts,
})
export type CashbackDefinition = z.output<typeof Cashback>

export const cashbackKind = defineKind({
  kind: 'cashback',
  area: 'rewards',
  file: 'cashback.json',
  schema: Cashback,
  describe: ({ name, percent, countsSports, min, max }) =>
    `${name.en}: ${percent}% of the week's net loss${countsSports ? ', also on sports' : ''}, ${min.base} to ${max.base}`,
})
/** The one identity that is in force; others are ignored. */
export const cashbackIdentity = 'weekly'
