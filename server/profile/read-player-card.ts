/** What the desk's page of a player shows first: facts, and accounts with balances. */
import type * as contract from '#contract/desk/find.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { ok, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import { findPlayer, readDetails, statusName } from '../identity/index.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { inUnits } from '../reference/index.ts'
import { listBalances } from '../wallet/index.ts'

export async function readPlayerCard(
  { db, actor }: DeskCtx,
  { playerId }: VerbInput<typeof contract.readPlayerCard>,
): Promise<Result<contract.PlayerCard, 'playerNotFound'>> {
  const player = await findPlayer(db.kysely, playerId)
  if (!player) return refuse('playerNotFound')
  const balances = includesScope(actor.scopes, 'cashier:read') ? await listBalances(db.kysely, playerId) : null
  return ok({
    id: player.id,
    status: statusName(player.status),
    name: [player.first_name, player.last_name].filter(Boolean).join(' '),
    nickname: player.nickname,
    email: player.email,
    isEmailConfirmed: player.email_confirmed_at !== null,
    phone: player.phone,
    country: player.country,
    locale: player.locale,
    createdAt: player.created_at.toISOString(),
    identityVerifiedAt: player.identity_verified_at?.toISOString() ?? null,
    closedAt: player.closed_at?.toISOString() ?? null,
    details: readDetails(player.details),
    accounts:
      balances?.map(({ currency, cash, bonus, held, vault }) => ({
        currency,
        cash: inUnits(cash, currency),
        bonus: inUnits(bonus, currency),
        held: inUnits(held, currency),
        vault: inUnits(vault, currency),
      })) ?? null,
  })
}
