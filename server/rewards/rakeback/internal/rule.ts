/** The rule of a movement as it is stored: every version of the definition that had started by then, with its term. */
import { z } from 'zod'
import type { Definition } from '../../../kernel/definitions/definitions.ts'
import type { RakebackDefinition } from '../kind.ts'

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
