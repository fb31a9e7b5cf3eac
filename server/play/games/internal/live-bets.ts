/** The feed of settled rounds: which of them are kept, and how they are shown. */
import { type Kysely, sql } from 'kysely'
import type { LiveBet } from '#contract/games.ts'
import { toWire } from '#contract/money.ts'
import type { Tables } from '../../../kernel/db/tables.ts'
import type { Deps, Tx } from '../../../deps.ts'
import type { Range } from '../../../kernel/facts/consumer.ts'
import { append } from '../../../kernel/outbox/append.ts'
import { maskName, readPublicNames } from '../../../identity/index.ts'
import { atRate, findCurrency, type Rates, readVersion } from '../../../reference/index.ts'
import { locales } from '../../../kernel/locales.ts'
import { settledRounds } from '../settled-rounds.ts'
import { findGame, smallTileOf } from './catalogue.ts'

export const shownBets = 20
/** Kept of each kind, so that a list is full after older ones were deleted. */
const kept = 200
/** In units of the base currency. */
const high = { stake: '100', win: '1000' }
/** A round that settled longer ago, as in a replay, is stored and not pushed. */
const pushedWithinMs = 60_000
const pushEveryMs = 1_000

export type LiveRow = {
  round_id: string
  studio: string
  game_id: string
  nickname: string
  player_id: string | null
  currency: string
  stake: bigint
  won: bigint
  is_high: boolean
  at: Date
}

/** The latest rounds of a range; of many, those that nobody could read in time are left out. */
export async function addLiveBets(tx: Tx, range: Range): Promise<bigint | null> {
  const rounds = await settledRounds(tx, range)
    .select(['movement_id', 'round_id', 'studio', 'game_id', 'player_id', 'currency', 'stake', 'won', 'settled_at'])
    .orderBy('movement_id', 'desc')
    .limit(kept)
    .execute()
  if (rounds.length === 0) return null
  const names = await readPublicNames(
    tx,
    rounds.map(({ player_id }) => player_id),
  )
  const rates = (await readVersion(tx, 'rates'))?.data ?? {}
  await tx
    .insertInto('games.live_bets')
    .values(
      rounds.map(({ player_id, settled_at, ...round }) => ({
        ...round,
        nickname: maskName(names.get(player_id)?.nickname ?? null),
        player_id: names.get(player_id)?.isNickname ? player_id : null,
        is_high: isHigh(round, rates),
        at: settled_at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const isHighBet of [true, false])
    await sql`
      DELETE FROM games.live_bets WHERE is_high = ${isHighBet} AND movement_id < (
        SELECT movement_id FROM games.live_bets WHERE is_high = ${isHighBet} ORDER BY movement_id DESC OFFSET ${kept - 1} LIMIT 1
      )`.execute(tx)
  return rounds[0]!.movement_id
}

function isHigh({ currency, stake, won }: Pick<LiveRow, 'currency' | 'stake' | 'won'>, rates: Rates): boolean {
  if (!findCurrency(currency) || rates[currency] === undefined) return false
  return stake >= atRate(high.stake, currency, rates) || won >= atRate(high.win, currency, rates)
}

type Pushed = { at: number; movement: bigint }
const lastPushed = new WeakMap<Deps['db'], Pushed>()

/** One push a second at most, with what settled since the one before: its size does not grow with the number of players. */
export async function pushLiveBets(tx: Tx, deps: Deps, movement: bigint): Promise<void> {
  const now = deps.clock.now().getTime()
  const last = lastPushed.get(deps.db)
  if (last && Math.abs(now - last.at) < pushEveryMs) return
  const rows = await tx
    .selectFrom('games.live_bets')
    .selectAll()
    .where('movement_id', '>', last?.movement ?? 0n)
    .where('at', '>', sql<Date>`now() - ${pushedWithinMs} * interval '1 millisecond'`)
    .orderBy('movement_id', 'desc')
    .limit(shownBets)
    .execute()
  lastPushed.set(deps.db, { at: now, movement })
  const bets = (await withPublicNames(tx, rows)).flatMap((row) => presentLiveBet(deps, row, null) ?? [])
  if (bets.length > 0)
    await append(tx, {
      channel: 'global:wins',
      event: 'bets.settled',
      payload: { bets },
      version: Number(movement),
    })
}

/** Rows of a feed with the names that their players allow now. */
export async function withPublicNames<Row extends Pick<LiveRow, 'nickname' | 'player_id'>>(
  db: Kysely<Tables>,
  rows: Row[],
): Promise<Row[]> {
  const names = await readPublicNames(
    db,
    rows.flatMap(({ player_id: id }) => id ?? []),
  )
  return rows.map((row) => ({ ...row, nickname: names.get(row.player_id ?? '')?.name ?? row.nickname }))
}

/** `locale`: null for what is sent to everyone. Null for an amount that JSON numbers cannot represent. */
export function presentLiveBet(deps: Deps, row: LiveRow, locale: string | null): LiveBet | null {
  if (row.stake > highestWire || row.won > highestWire) return null
  const entry = findGame(deps, row.game_id)
  const game = entry?.studio.slug === row.studio ? entry.game : undefined
  const name = game?.text(locale ?? 'en').name ?? row.game_id
  const others = locale === null && game ? namesOf(name, (code) => game.text(code).name) : null
  return {
    id: `${row.studio}:${row.round_id}`,
    game: { id: row.game_id, name, thumbnail: smallTileOf(game), ...(others && { names: others }) },
    nickname: row.nickname,
    currency: row.currency,
    stake: toWire(row.stake),
    win: toWire(row.won),
    isHigh: row.is_high,
    at: row.at.toISOString(),
    verifyUrl: entry?.studio.slug === row.studio && entry.studio.fairness ? `/rounds/${row.round_id}` : null,
  }
}

const highestWire = BigInt(Number.MAX_SAFE_INTEGER)

function namesOf(english: string, nameIn: (locale: string) => string): Record<string, string> | null {
  const names = locales.map(({ code }) => [code, nameIn(code)] as const).filter(([, name]) => name !== english)
  return names.length > 0 ? Object.fromEntries(names) : null
}
