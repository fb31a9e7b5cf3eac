/** Publishes to the player's page which bonus rule refused a stake; the game itself only receives a refusal. */
import { playerChannel } from '#contract/channels.ts'
import { toWire } from '#contract/money.ts'
import type { Ctx } from '../../../deps.ts'
import { readPlayTerms } from '../../../wallet/index.ts'
import { append } from '../../../kernel/outbox/append.ts'

export async function publishBonusRefusal(
  ctx: Ctx,
  { playerId, currency, gameId }: { playerId: string; currency: string; gameId: string },
  refusal: 'maxBetExceeded' | 'insufficientFunds',
): Promise<void> {
  const wallet = await readPlayTerms(ctx.db.kysely, { playerId, currency })
  if (!wallet || (refusal === 'insufficientFunds' ? wallet.bonus === 0n : wallet.maxBet === null)) return
  const channel = playerChannel('game:bets', playerId)
  const version = ctx.clock.now().getTime()
  await ctx.db.transaction((tx) =>
    append(
      tx,
      refusal === 'maxBetExceeded'
        ? {
            channel,
            event: 'game.bet.max.exceed',
            payload: { gameIdentity: gameId, playerBonus: { currency }, maxBetAmount: toWire(wallet.maxBet!) },
            version,
          }
        : { channel, event: 'game.bet.restricted', payload: { gameIdentity: gameId }, version },
    ),
  )
}
