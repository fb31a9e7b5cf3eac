/** Rounds of studios that commit to their seeds. */
import { sql } from 'kysely'
import type { FairRound } from '#contract/games.ts'
import type { Ctx } from '../../../deps.ts'
import type { GameStudio, StudioFairness } from '../../../partners/game-studio/port.ts'
import { presentGameOfRound } from './rounds.ts'

type Found = { round: FairRound; fairness: StudioFairness }

export async function findFairRound(ctx: Ctx, id: string): Promise<Found | null> {
  for (const studio of ctx.partners.gameStudios) {
    const round = await studio.fairness?.readRound(ctx, id)
    if (!round || !studio.fairness) continue
    const game = presentGameOfRound(ctx, { studio: studio.slug, game_id: round.game })
    return { fairness: studio.fairness, round: { ...round, game, isOwn: await isOwn(ctx, studio, id) } }
  }
  return null
}

/** Demo rounds belong to nobody. */
async function isOwn(ctx: Ctx, studio: GameStudio, id: string): Promise<boolean> {
  const { player } = ctx.caller
  if (!player) return false
  const { rows } = await sql`
    SELECT 1 FROM games.rounds WHERE id = ${id} AND studio = ${studio.slug} AND player_id = ${player.id}`.execute(
    ctx.db.kysely,
  )
  return rows.length > 0
}
