/** The definition of rakeback: a percentage of the stake times the game's edge, paid as cash without wagering. */
import { z } from 'zod'
import { defineKind } from '../../kernel/definition-kind.ts'
import { Amounts } from '../../reference/index.ts'

/** Together with levels and cashback, more would return what the operator keeps. */
const maxPercent = 25

const Rakeback = z.strictObject({
  name: z.object({ en: z.string().min(1) }).catchall(z.string().min(1)),
  /** Of stake times edge, with two decimals at most. */
  percent: z.number().positive().max(maxPercent).multipleOf(0.01),
  /** Less cannot be claimed; what is there stays. */
  min: Amounts,
})
export type RakebackDefinition = z.output<typeof Rakeback>

export const rakebackKind = defineKind({
  kind: 'rakeback',
  file: 'rakeback.json',
  schema: Rakeback,
  describe: ({ name, percent, min }) => `${name.en}: ${percent}% of stake x edge, claimed from ${min.base}`,
})
/** The one identity that is in force; others are ignored. */
export const rakebackIdentity = 'instant'
