/** Of a player's standing: breaks and exclusions, requests to loosen a limit, and limits. */
import { limitKindOf, LimitDefinition } from '#contract/limit-kinds.ts'
import { say, word } from '../kernel/desk-words.ts'
import type { Standing, StandingNote } from '../kernel/standing.ts'
import { policyOf } from '../identity/index.ts'
import { inUnits } from '../reference/index.ts'
import { currentLimits, present } from './internal/rows.ts'

export const standing: Standing = {
  scope: 'protection:read',
  async read({ db, settings, clock }, playerId) {
    const rows = await currentLimits(db.kysely, playerId)
    if (rows.length === 0) return []
    const policy = await policyOf(db.kysely, settings, playerId)
    const limits = await Promise.all(rows.map((row) => present(db.kysely, row, { now: clock.now(), policy })))
    return limits.flatMap((limit): StandingNote[] => {
      if (!limit) return []
      const { definition, period, amount, currency, endsAt, isForced, pending } = limit
      const kind = limitKindOf(definition)
      if (!kind)
        return [
          {
            level: 'urgent',
            what: definition === LimitDefinition.selfExclusion ? 'exclusion' : isForced ? 'forcedBreak' : 'break',
            detail: [word(period)],
            until: endsAt === null ? null : new Date(endsAt),
          },
        ]
      return [
        {
          level: pending ? 'waiting' : 'fact',
          what: pending ? 'limitChange' : 'limit',
          detail: [
            say(`playerActs.kind.${kind.name}`),
            word(period),
            ...(amount !== null && currency === null ? [word('minutes', { count: String(amount) })] : []),
          ],
          amount: amount !== null && currency !== null ? inUnits(BigInt(amount), currency) : null,
        },
      ]
    })
  },
}
