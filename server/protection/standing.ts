/** Of a player's standing: breaks and exclusions, requests to loosen a limit, and limits. */
import { isEndless } from '#contract/break-ends.ts'
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
    const now = clock.now()
    const others = await db.kysely
      .selectFrom('limits.breaks')
      .select(['of_player_id', 'definition'])
      .where('player_id', '=', playerId)
      .where('of_player_id', '<>', playerId)
      .where('until', '>', now)
      .execute()
    if (rows.length === 0 && others.length === 0) return []
    const policy = await policyOf(db.kysely, settings, playerId)
    const limits = await Promise.all(rows.map((row) => present(db.kysely, row, { now, policy })))
    const own = limits.flatMap((limit): StandingNote[] => {
      if (!limit) return []
      const { definition, period, amount, currency, endsAt, isForced, pending } = limit
      const kind = limitKindOf(definition)
      if (!kind) {
        const isTermOver = endsAt !== null && new Date(endsAt) <= now
        const until = isTermOver ? pending?.appliesFrom : endsAt
        return [
          {
            level: 'urgent',
            what: definition === LimitDefinition.selfExclusion ? 'exclusion' : isForced ? 'forcedBreak' : 'break',
            detail: [word(period), ...(isTermOver ? [word(pending ? 'endAsked' : 'termOver')] : [])],
            until: until && !isEndless(until) ? new Date(until) : null,
          },
        ]
      }
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
    // Support would look in vain for what keeps the player from playing.
    const ofOthers = others.map(({ of_player_id: otherId, definition }): StandingNote => ({
      level: 'urgent',
      what: 'otherAccount',
      detail: [
        definition === null
          ? word('blocked-or-closed')
          : say(`playerActs.kind.${definition === LimitDefinition.selfExclusion ? 'selfExclusion' : 'coolingOff'}`),
      ],
      path: `/players/${otherId}`,
    }))
    return [...own, ...ofOthers]
  },
}
