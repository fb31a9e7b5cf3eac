/** The search of the desk: each module declares what it finds, and one endpoint asks all of them at once. */
import type { Kysely } from 'kysely'
import type { Part } from '#contract/desk/common.ts'
import * as contract from '#contract/desk/find.ts'
import { ok } from '#contract/endpoint.ts'
import { includesScope, type Scope } from '#contract/desk/scopes.ts'
import type { Tables } from './db/tables.ts'
import { bindDesk, type BoundRoute } from './http/bind.ts'

/** Finds by exact values or by beginnings, and only through an index. At most `mostFound` of each kind. */
export type DeskSearch = { scope: Scope; find(db: Kysely<Tables>, text: string): Promise<contract.Found[]> }

export const mostFound = 8

/** For LIKE: the text as it is, then anything. */
export const prefixOf = (text: string): string => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** For what leads to a player without being one, such as a device. */
export const foundPlayer = (playerId: string, detail: Part): contract.Found => ({
  kind: 'player',
  title: playerId,
  detail: [detail],
  path: `/players/${playerId}`,
})

/** Of the page of each kind. */
const scopeOf: Record<contract.Found['kind'], Scope> = {
  player: 'players:read',
  payment: 'cashier:read',
  wallet: 'cashier:read',
  round: 'games:read',
  bet: 'games:read',
}

export function searchRoute(searches: readonly DeskSearch[]): BoundRoute {
  return bindDesk(contract.findAnything, async ({ db, actor }, { text }) => {
    const permitted = searches.filter(({ scope }) => includesScope(actor.scopes, scope))
    const found = (await Promise.all(permitted.map((each) => each.find(db.kysely, text))))
      .flat()
      .filter(({ kind }) => includesScope(actor.scopes, scopeOf[kind]))
    // A player who is found by several values is listed once.
    return ok([...new Map(found.toReversed().map((each) => [each.path, each])).values()].toReversed())
  })
}
