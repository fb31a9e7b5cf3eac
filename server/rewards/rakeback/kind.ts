/** The definition of rakeback: a percentage of the stake times the game's edge, paid as cash without wagering. */
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../kernel/db/tables.ts'
import { defineKind } from '../../kernel/definition-kind.ts'
import { type Definition, readStarted } from '../../kernel/definitions/definitions.ts'
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

/** The terms that a player reads: the active version, or the last one after its end. */
export async function readCurrentTerms(db: Kysely<Tables>): Promise<Definition<RakebackDefinition> | undefined> {
  return (await readStarted(db, rakebackKind, rakebackIdentity)).at(-1)
}
