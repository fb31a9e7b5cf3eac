/** Publishes to the player's page which limit refused a stake; the game itself only receives a refusal. */
import { playerChannel } from '#contract/channels.ts'
import type { Ctx } from '../../../deps.ts'
import type { LimitRefusal } from '../../../ledger/index.ts'
import { append } from '../../../kernel/outbox/append.ts'

const limits = {
  betLimitReached: 'bet',
  lossLimitReached: 'loss',
  stakeLimitReached: 'stake',
  playTimeReached: 'playTime',
} as const satisfies Record<LimitRefusal, string>

export async function publishLimit(
  ctx: Ctx,
  { playerId, gameId }: { playerId: string; gameId: string },
  refusal: LimitRefusal,
): Promise<void> {
  await ctx.db.transaction((tx) =>
    append(tx, {
      channel: playerChannel('game:bets', playerId),
      event: 'game.bet.limit.reached',
      payload: { gameIdentity: gameId, limit: limits[refusal] },
      version: ctx.clock.now().getTime(),
    }),
  )
}
