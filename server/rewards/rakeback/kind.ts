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
  area: 'rewards',
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

/** The rule of a movement as it is stored: every version of the definition that had started by then, with its term. */
const Rule = z.strictObject({
  versions: z.array(
    z.strictObject({
      /** Hundredths of a percent. */
      hundredths: z.int(),
      from: z.iso.datetime(),
      to: z.iso.datetime().nullable(),
    }),
  ),
})
export type Rule = z.output<typeof Rule>

/**
 * In the order of their starts. A version that replaces another starts a moment before that one ends: a round counts
 * under the newer alone.
 */
export function writeRule(started: Array<Definition<RakebackDefinition>>): string {
  const versions = started.map(({ data, startsAt, endsAt }, index) => {
    const next = started[index + 1]?.startsAt ?? null
    const to = endsAt && next && next < endsAt ? next : (endsAt ?? next)
    return {
      hundredths: Math.round(data.percent * 100),
      from: startsAt!.toISOString(),
      to: to?.toISOString() ?? null,
    }
  })
  return JSON.stringify({ versions } satisfies Rule)
}

export function readRule(text: string): Rule {
  return Rule.parse(JSON.parse(text))
}
