/** How a player stands at the desk: each module declares what concerns a player now, and one endpoint sorts it. */
import type { Part } from '#contract/desk/common.ts'
import { includesScope, type Scope } from '#contract/desk/scopes.ts'
import * as contract from '#contract/desk/standing.ts'
import { ok, refuse } from '#contract/endpoint.ts'
import { bindDesk, type BoundRoute } from './http/bind.ts'
import type { DeskCtx } from './http/desk-session.ts'

export type StandingNote = Pick<contract.StandingItem, 'level' | 'what'> & {
  detail?: Part[]
  amount?: contract.StandingItem['amount']
  since?: Date | null
  until?: Date | null
  path?: string | null
}

export type Standing = {
  /** Who lacks it does not see the items. */
  scope: Scope
  /** Null for a player that does not exist; only the owner of players knows. */
  read(ctx: DeskCtx, playerId: string): Promise<StandingNote[] | null>
}

const rankOf = ({ level }: StandingNote): number => contract.standingLevels.indexOf(level)

export function standingRoute(sources: readonly Standing[]): BoundRoute {
  return bindDesk(contract.readStanding, async (ctx, { playerId }) => {
    const permitted = sources.filter(({ scope }) => includesScope(ctx.actor.scopes, scope))
    const read = await Promise.all(permitted.map((source) => source.read(ctx, playerId)))
    if (read.includes(null)) return refuse('playerNotFound')
    const items = read.flatMap((each) => each ?? []).toSorted((one, other) => rankOf(one) - rankOf(other))
    return ok(
      items.map(({ level, what, detail = [], amount = null, since, until, path = null }) => ({
        level,
        what,
        detail,
        amount,
        since: since?.toISOString() ?? null,
        until: until?.toISOString() ?? null,
        path,
      })),
    )
  })
}
