/** The thresholds of markers, as a versioned definition: what is counted over how many days, and from where on it is a marker. */
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { coolingOffPeriods } from '#contract/limits.ts'
import { indicators, measures } from '#contract/harm.ts'
import type { Tables } from '../kernel/db/tables.ts'
import { defineKind } from '../kernel/definition-kind.ts'
import { type Definition, readActiveOf } from '../kernel/definitions/definitions.ts'

const Rule = z.strictObject({
  /** Identifies the rule over versions: a marker is raised once per rule and number of days. */
  name: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  indicator: z.enum(indicators),
  measure: z.enum(measures),
  days: z.int().min(1).max(365),
  /** Money in cents of the base currency. */
  atLeast: z.int().min(1).max(1_000_000_000_000),
  /** A notice is shown to the player and to operators; a strong marker is also acted on at once. */
  level: z.enum(['notice', 'strong']),
  source: z.string().min(8).max(400),
})
export type Rule = z.output<typeof Rule>

const Form = z.strictObject({
  /** The break that a strong marker starts. */
  pause: z.enum(coolingOffPeriods),
  rules: z.array(Rule).min(1).max(100),
})
export type Rules = z.output<typeof Form>

export const markerKind = defineKind({
  kind: 'markers',
  area: 'protection',
  file: 'markers.json',
  schema: Form.superRefine(({ rules }, context) => {
    const missing = indicators.filter((indicator) => rules.every((rule) => rule.indicator !== indicator))
    if (missing.length > 0)
      context.addIssue({ code: 'custom', path: ['rules'], message: `no rule for ${missing.join(', ')}` })
    if (new Set(rules.map(({ name }) => name)).size < rules.length)
      context.addIssue({ code: 'custom', path: ['rules'], message: 'two rules have one name' })
  }),
  describe: ({ rules, pause }) =>
    `${rules.length} rules, ${rules.filter(({ level }) => level === 'strong').length} of them strong with a pause of ${pause}`,
})

/** Its identity; definitions of this kind with another one have no effect. */
const identity = 'standard'

export async function readRules(db: Kysely<Tables>): Promise<Definition<Rules> | undefined> {
  return readActiveOf(db, markerKind, identity)
}
