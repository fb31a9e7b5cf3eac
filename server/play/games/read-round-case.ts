/** A round with all that is recorded about it, for operators. */
import { z } from 'zod'
import type * as contract from '#contract/desk/rounds.ts'
import { ok, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import { CrashChoice } from '#contract/rounds.ts'
import { sharedGames } from '#contract/shared-rounds.ts'
import { readGrant } from '../../bonuses/index.ts'
import { audit } from '../../kernel/audit.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { defaultLocale } from '../../kernel/locales.ts'
import { inUnits } from '../../reference/index.ts'
import { listMovements } from '../../wallet/index.ts'
import { readSharedRound } from '../shared-rounds/read-shared-rounds.ts'
import { listLateRollbacks, readClosing } from '../studios/rounds-of.ts'
import { gameNames } from './game-names.ts'
import { roundPath } from './desk.ts'

export async function readRoundCase(
  ctx: DeskCtx,
  { roundId, studio: slug }: VerbInput<typeof contract.readRoundCase>,
): Promise<Result<contract.RoundCase, 'roundNotFound'>> {
  const { kysely } = ctx.db
  const found = await kysely
    .selectFrom('games.rounds')
    .selectAll()
    .where('id', '=', roundId)
    .orderBy('studio')
    .execute()
  const round = slug === undefined ? found[0] : found.find(({ studio }) => studio === slug)
  if (!round) return refuse('roundNotFound')
  const { id, player_id: playerId, currency } = round
  await audit(kysely, ctx, { action: 'round-read', playerId, detail: { round: id, studio: round.studio } })
  const studio = ctx.partners.gameStudios.find((each) => each.slug === round.studio)
  const span = { first: round.first_movement_id, last: round.last_movement_id }
  const [movements, lateRollbacks, closesAt, fair, bonus, freeSpins] = await Promise.all([
    listMovements(kysely, { kind: 'round', id, span }),
    listLateRollbacks(kysely, round),
    readClosing(kysely, round),
    // Only the in-house studio commits to its seeds, and its rounds have such ids.
    z.guid().safeParse(id).success ? studio?.fairness?.readFile(ctx, id) : undefined,
    grantOf(ctx, round.bonus_id),
    grantOf(ctx, round.freespin_id),
  ])
  const inCurrency = (amount: bigint) => inUnits(amount, currency)
  return ok({
    id,
    studio: { id: round.studio, name: studio?.name ?? round.studio },
    game: { id: round.game_id, title: gameNames(ctx, [round.game_id])[0]?.name ?? round.game_id },
    playerId,
    status: round.status as contract.RoundCase['status'],
    stake: inCurrency(round.stake),
    won: inCurrency(round.won),
    net: inCurrency(round.won - round.stake),
    bets: round.bets,
    openedAt: round.created_at.toISOString(),
    changedAt: round.updated_at.toISOString(),
    bonusStake: inCurrency(round.bonus_stake),
    freeStake: inCurrency(round.free_stake),
    forfeited: inCurrency(round.forfeited),
    bonus,
    freeSpins,
    movements: movements.filter(({ actor }) => actor === `studio:${round.studio}`),
    lateRollbacks: lateRollbacks.map(({ at, ...rollback }) => ({ ...rollback, at: at.toISOString() })),
    closesAt: closesAt?.toISOString() ?? null,
    fair: fair
      ? {
          ...fair,
          steps: fair.steps.map(({ extraStake, at, ...step }) => ({
            ...step,
            extraStake: inUnits(extraStake, fair.currency),
            at: at.toISOString(),
          })),
        }
      : null,
    shared: await sharedOf(ctx, round.game_id, fair?.choice),
    others: found.filter((other) => other !== round).map((other) => ({ studio: other.studio, path: roundPath(other) })),
  })
}

async function grantOf({ db }: DeskCtx, id: string | null): Promise<{ id: string; name: string } | null> {
  if (id === null) return null
  const grant = await readGrant(db.kysely, id, defaultLocale)
  return { id, name: grant?.name ?? id }
}

/** A shared round that has not ended is a secret of all its players. */
async function sharedOf(ctx: DeskCtx, gameId: string, choice: unknown): Promise<contract.RoundCase['shared']> {
  const game = sharedGames.find((each) => each === gameId)
  const chosen = CrashChoice.safeParse(choice)
  if (!game || !chosen.success) return null
  const shared = await readSharedRound(ctx, { gameId: game, number: chosen.data.round })
  if (!shared.ok) return null
  const { round, chain, beacon } = shared.value
  return {
    number: round.number,
    multiplier: (round.point / 100).toFixed(2),
    hash: round.hash,
    isInterrupted: round.isInterrupted,
    isCancelled: round.isCancelled,
    beacon: round.beacon && beacon && { ...round.beacon, name: beacon.name },
    chain: { lastHash: chain.lastHash, firstRound: chain.firstRound, salt: chain.salt },
  }
}
