/** Pushes to the player's page what explains a refused stake, where the caller is told less than the page can show. */
import { playerChannel } from '#contract/channels.ts'
import { toWire } from '#contract/money.ts'
import { eventOf, type RefusalOfPlay } from '#contract/refusals-of-play.ts'
import type { Tx } from '../../deps.ts'
import { append } from '../../kernel/outbox/append.ts'
import { readPlayTerms } from '../../wallet/index.ts'
import { announceRealityCheck } from './announce-reality-check.ts'

/** `gameIdentity`: the name under which the game, or all sports, are restricted. */
type Stake = { playerId: string; currency: string; gameIdentity: string; at: Date }

export async function announceRefusal(tx: Tx, stake: Stake, refusal: RefusalOfPlay): Promise<void> {
  const event = eventOf(refusal)
  if (!event) return
  const { playerId, currency, gameIdentity, at } = stake
  const common = { channel: playerChannel('game:bets', playerId), version: at.getTime() }
  switch (event.name) {
    case 'game.reality-check':
      return announceRealityCheck(tx, playerId, at)
    case 'game.bet.limit.reached':
      return append(tx, { ...common, event: event.name, payload: { gameIdentity, limit: event.limit } })
    case 'game.bet.max.exceed': {
      const wallet = await readPlayTerms(tx, { playerId, currency })
      if (!wallet || wallet.maxBet === null) return
      const payload = { gameIdentity, playerBonus: { currency }, maxBetAmount: toWire(wallet.maxBet) }
      return append(tx, { ...common, event: event.name, payload })
    }
    case 'game.bet.restricted': {
      const wallet = await readPlayTerms(tx, { playerId, currency })
      if (!wallet || wallet.bonus === 0n) return
      return append(tx, { ...common, event: event.name, payload: { gameIdentity } })
    }
  }
}
