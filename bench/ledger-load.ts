/**
 * The load of the ledger bench: bets of many players, or of one, through the queue or directly through the posting
 * function.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Subunits } from '#contract/money.ts'
import { newRoundId } from '#games/studio/parts.ts'
import type { Database } from '#server/kernel/db/connect.ts'
import { houseAccounts } from '#server/ledger/house-accounts.ts'
import type { Ledger, Movement } from '#server/ledger/ledger.ts'
import { postBatch } from '#server/ledger/post.ts'
import { prepare } from '#server/ledger/prepare.ts'

const amount = (value: number): Subunits => BigInt(value) as Subunits

/**
 * Every fourth player has at most one coin in cash and stakes the money of an active bonus, with a wagering requirement
 * and a maximum stake.
 */
const bonusEvery = 4

/**
 * Creates players with a wallet, more money than the bench can lose, and a turnover requirement that every stake counts
 * towards.
 */
export async function openPlayers(db: Database, ledger: Ledger, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await db.pool.query(`INSERT INTO wallet.accounts (player_id, currency, status) SELECT unnest($1::uuid[]), 'EUR', 1`, [
    ids,
  ])
  const withBonus = ids.filter((_, index) => index % bonusEvery === bonusEvery - 1)
  const isWithBonus = new Set(withBonus)
  await Promise.all(
    ids.map((id) =>
      ledger.post({
        kind: 'deposit',
        actor: 'bench',
        idempotencyKey: id,
        requestHash: '',
        reference: { kind: 'invoice', id },
        turnover: amount(1e12),
        transfers: [
          { from: 'world:bench:EUR', to: `player:${id}:cash:EUR`, amount: amount(isWithBonus.has(id) ? 50 : 1e12) },
        ],
      }),
    ),
  )
  await db.pool.query(
    `SELECT ledger.start_wager(id, 'EUR', gen_random_uuid(), 1000000000000, 1000000) FROM unnest($1::uuid[]) AS id`,
    [withBonus],
  )
  await Promise.all(
    withBonus.map((id) =>
      ledger.post({
        kind: 'bonus-granted',
        actor: 'bonuses',
        idempotencyKey: `bonus ${id}`,
        requestHash: '',
        reference: { kind: 'bonus', id },
        transfers: [{ from: 'house:bonus-expense:EUR', to: `player:${id}:bonus:EUR`, amount: amount(1e12) }],
      }),
    ),
  )
  return ids
}

const studio = { clock: { now: () => new Date() }, randomBytes }
/** Endless bets, each with its own round and transaction id as in the in-house studio. */
export function bets(players: string[]): () => Movement {
  let count = 0
  return () => {
    count++
    const playerId = players[Math.floor(Math.random() * players.length)]!
    const roundId = newRoundId(studio)
    const transactionId = `${roundId}-bet`
    return {
      kind: 'bet',
      actor: 'studio:bench',
      idempotencyKey: transactionId,
      requestHash: `bet ${roundId} 100 EUR`,
      reference: { kind: 'round', id: roundId, label: 'Dice' },
      transfers: [{ from: `player:${playerId}:cash:EUR`, to: 'house:games:EUR', amount: amount(100) }],
      gate: 'none',
      round: {
        id: roundId,
        studio: 'bench',
        gameId: 'dice',
        playerId,
        currency: 'EUR',
        isFinished: false,
        transactionId,
        gameKind: 'dice',
      },
    }
  }
}

/** Calls the posting function with one movement at a time, as code without the queue would. */
export function plainPost(db: Database, pool: pg.Pool, next: () => Movement): () => Promise<void> {
  const accounts = houseAccounts(db.pool)
  return async () => {
    const movement = next()
    const [settled] = await postBatch(pool, [
      prepare(movement, accounts.known(movement) ?? (await accounts.open(movement))),
    ])
    if (!settled || !('outcome' in settled) || !settled.outcome.ok) throw new Error('a bet of the bench was refused')
  }
}
