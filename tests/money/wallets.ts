/** Shared by the money tests: players with money, movements with defaults, and kinds that only tests post. */
import { randomUUID } from 'node:crypto'
import type { Subunits } from '#contract/money.ts'
import type { Database } from '#server/kernel/db/connect.ts'
import { clearing, movement as declare, player, world } from '#server/ledger/kinds.ts'
import type { Movement, Transfer } from '#server/ledger/ledger.ts'
import type { TestDatabase } from '#tests/setup/database.ts'

const anywhere = [
  player.cash,
  player.bonus,
  player.held,
  clearing,
  world,
  { name: 'house', matches: (address: string) => address.startsWith('house:') },
]
/** Kinds that only tests post. */
for (const kind of ['gift', 'fee', 'bonus-grant', 'bonus-end', 'grant', 'chain'])
  declare(kind, { from: anywhere, to: anywhere })

export const cash = (playerId: string, currency = 'EUR') => `player:${playerId}:cash:${currency}`
export const bonus = (playerId: string, currency = 'EUR') => `player:${playerId}:bonus:${currency}`
export const held = (playerId: string, currency = 'EUR') => `player:${playerId}:held:${currency}`
export const games = 'house:games:EUR'
export const bank = 'world:sandbox:EUR'

export function transfer(from: string, to: string, amount: number | bigint): Transfer {
  return { from, to, amount: BigInt(amount) as Subunits }
}

export function movement(part: Partial<Movement> & Pick<Movement, 'kind'>): Movement {
  const idempotencyKey = part.idempotencyKey ?? randomUUID()
  return {
    actor: 'tests',
    requestHash: 'same',
    reference: { kind: 'other', id: idempotencyKey },
    transfers: [],
    ...part,
    idempotencyKey,
  }
}

type RoundPart = {
  kind: 'bet' | 'win' | 'rollback'
  player: string
  roundId: string
  amount?: number | bigint
  key?: string
  betKey?: string
  isFinished?: boolean
  hash?: string
  gameId?: string
}

/** A studio's transaction, as the games module posts it. */
export function play({
  kind,
  player,
  roundId,
  amount = 0,
  key = randomUUID(),
  betKey,
  isFinished = false,
  hash = `${kind} ${amount}`,
  gameId = 'dice',
}: RoundPart): Movement {
  const stake = BigInt(amount)
  const transfers =
    stake === 0n ? [] : [kind === 'bet' ? transfer(cash(player), games, stake) : transfer(games, cash(player), stake)]
  return movement({
    kind,
    actor: 'studio:house',
    idempotencyKey: key,
    requestHash: hash,
    transfers,
    reference: { kind: 'round', id: roundId },
    ...(kind === 'bet' ? { gate: 'none' as const } : {}),
    round: {
      id: roundId,
      studio: 'house',
      gameId,
      gameKind: gameId === 'dice' ? 'dice' : 'slot',
      playerId: player,
      currency: 'EUR',
      isFinished,
      transactionId: key,
      ...(betKey ? { betTransactionId: betKey } : {}),
    },
  })
}

export function deposit(player: string, amount: number | bigint, key: string = randomUUID()): Movement {
  return movement({
    kind: 'deposit',
    idempotencyKey: key,
    requestHash: `deposit ${amount}`,
    transfers: [transfer(bank, cash(player), amount)],
    reference: { kind: 'invoice', id: key },
  })
}

export async function openWallet(db: Database, currency = 'EUR'): Promise<string> {
  const playerId = randomUUID()
  await db.kysely.insertInto('wallet.accounts').values({ player_id: playerId, currency, status: 1 }).execute()
  return playerId
}

/**
 * Inserts the terms of a bonus without a bonus: the percentage of a stake that counts, by kind of game. Returns their
 * id.
 */
export async function bonusTerms(db: TestDatabase, player: string, kinds: Record<string, number>): Promise<string> {
  const id = randomUUID()
  await db.asOwner(
    `INSERT INTO bonuses.player_bonuses (id, player_id, bonus_id, offer_version, terms, is_once, type, status, result, currency, amount, wager_total, created_at, finished_at, expires_at)
     VALUES ($1, $2, 'test', 1, $3, false, 1, 3, 2, 'EUR', 1, 1, now(), now(), '2999-01-01')`,
    [id, player, JSON.stringify({ name: { en: 'Test' }, wagering: 1, contribution: { kinds, games: {} } })],
  )
  return id
}
