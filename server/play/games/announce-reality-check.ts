/** Asks the player's open pages to read the reality check again. */
import { playerChannel } from '#contract/channels.ts'
import type { Tx } from '../../deps.ts'
import { append } from '../../kernel/outbox/append.ts'

export async function announceRealityCheck(tx: Tx, playerId: string, at: Date): Promise<void> {
  await append(tx, {
    channel: playerChannel('game:bets', playerId),
    event: 'game.reality-check',
    payload: { at: at.toISOString() },
    version: at.getTime(),
  })
}
