/** Households at the desk: both players side by side, and the decision. */
import { z } from 'zod'
import type * as contract from '#contract/desk/harm.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { type Player, readDetails, readPlayers } from '../../identity/index.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { pageOf, readKey } from '../../kernel/page-key.ts'
import * as verb from './decide-household.ts'
import { queueState } from '../../operators/index.ts'
import { householdFigures, listFlags } from './list-households.ts'

const pageSize = 50
/** When it was flagged, and its id. */
const Key = z.tuple([z.iso.datetime(), z.uuid()])

function memberOf(player: Player): contract.HouseholdMember {
  const { birthdate, address, additionalAddress, postalCode, city } = readDetails(player.details)
  return {
    id: player.id,
    name: [player.first_name, player.last_name].filter(Boolean).join(' '),
    birthdate: birthdate ?? null,
    address: [address, additionalAddress, postalCode, city].filter(Boolean).join(', '),
    country: player.country,
    email: player.email,
    registeredAt: player.created_at.toISOString(),
  }
}

export async function listHouseholds(
  { db }: DeskCtx,
  { state, after }: VerbInput<typeof contract.listHouseholds>,
): Promise<Result<ReplyOf<typeof contract.listHouseholds>>> {
  const found = await listFlags(db, { state, after: readKey(after, Key), limit: pageSize + 1 })
  const { rows, next } = pageOf(found, pageSize, ({ flagged_at, id }) => [flagged_at, id])
  const ids = rows.flatMap(({ player_id, other_player_id }) => [player_id, other_player_id])
  const players = new Map((await readPlayers(db.kysely, [...new Set(ids)])).map((each) => [each.id, memberOf(each)]))
  return ok({
    households: rows.map((row) => ({
      id: row.id,
      player: players.get(row.player_id)!,
      other: players.get(row.other_player_id)!,
      matches: row.matches,
      flaggedAt: row.flagged_at.toISOString(),
      decision: row.decided_at && {
        to: row.decision as 'allowed' | 'declined',
        at: row.decided_at.toISOString(),
        by: row.actor!.replace(/^operator:/, ''),
        comment: row.comment!,
      },
    })),
    next,
  })
}

export async function householdsState(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.householdsState>>> {
  return ok(await queueState(ctx, 'household', await householdFigures(ctx.db.kysely)))
}

export async function decideHousehold(
  ctx: DeskCtx,
  { flagId, decision, reason }: VerbInput<typeof contract.decideHousehold>,
): Promise<Result<{ revoked: number }, RefusalOf<typeof contract.decideHousehold>>> {
  const decided = await verb.decideHousehold(ctx, { id: flagId, decision, comment: reason })
  if (decided.ok) return decided
  return decided.refusal === 'isDecided' ? refuse('isDecided', decided) : refuse('flagNotFound')
}
