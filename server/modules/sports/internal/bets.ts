/** Bets as stored, and as the sportsbook and their players see them. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { toWire } from '#contract/money.ts'
import type { SportsBet } from '#contract/sportsbook.ts'
import { type BetReply, DeadHeat, Selection, SelectionResult } from '#contract/sportsbook-protocol.ts'
import { highestPayout, type Slip } from '#contract/settlement/settle.ts'
import { jsonColumn } from '../../../db/json-column.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../deps.ts'
import { lockWallets } from '../../../ledger/lock-wallets.ts'
import { readFunds } from '../../../ledger/read-funds.ts'
import { readSportsBonus } from '../../bonuses/at-sports.ts'

export type BetRow = Selectable<Tables['sports.bets']>

const StoredSelection = Selection.extend({
  result: SelectionResult.optional(),
  deadHeat: DeadHeat.optional(),
  placeResult: SelectionResult.optional(),
  placeDeadHeat: DeadHeat.optional(),
})
export type StoredSelection = z.infer<typeof StoredSelection>
export const readSelections = jsonColumn('sports.bets.selections', z.array(StoredSelection))

/** The bet with its player's wallets locked: first the wallets, as wherever a debt of the bet changes. */
export async function lockBet(tx: Tx, sportsbook: string, betId: string): Promise<BetRow | undefined> {
  const named = tx.selectFrom('sports.bets').where('sportsbook', '=', sportsbook).where('bet_id', '=', betId)
  await lockWallets(tx, sql<string>`${named.select('player_id')}`)
  return named.selectAll().forUpdate().executeTakeFirst()
}

/** What the player owes in a currency, for all bets. */
export async function sumDebts(db: Kysely<Tables>, playerId: string, currency: string): Promise<bigint> {
  const { sum } = await db
    .selectFrom('sports.bets')
    .select(({ fn }) => fn.sum<string | null>('debt').as('sum'))
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .where('debt', '>', 0n)
    .executeTakeFirstOrThrow()
  return BigInt(sum ?? 0)
}

export async function replyOf(tx: Tx, bet: BetRow, { isApplied }: { isApplied: boolean }): Promise<BetReply> {
  const debt = await sumDebts(tx, bet.player_id, bet.currency)
  const balance = await readStakeable(tx, { playerId: bet.player_id, currency: bet.currency })
  return {
    betId: bet.bet_id,
    status: bet.status as BetReply['status'],
    isApplied,
    openStake: toWire(bet.open_stake),
    payout: toWire(bet.payout),
    debt: toWire(debt),
    currency: bet.currency,
    balance: toWire(balance),
  }
}

type SlipParts = {
  kind: string
  systemSizes: number[]
  isEachWay: boolean
  selections: Selection[]
  stake: bigint | number
}
export const slipOf = ({ kind, systemSizes, isEachWay, selections, stake }: SlipParts): Slip => ({
  kind: kind as Slip['kind'],
  systemSizes,
  isEachWay,
  legs: selections,
  stake: BigInt(stake),
})

/** Whether the selections can pay that much; a free bet pays its stake to nobody. */
export function isPayable(slip: Slip, maximumPayout: number, { isFree }: { isFree: boolean }): boolean {
  return BigInt(maximumPayout) <= highestPayout(slip) - (isFree ? slip.stake : 0n)
}

/** Cash, and the money of a bonus under which bets on sports are. */
export async function readStakeable(
  db: Kysely<Tables>,
  wallet: { playerId: string; currency: string },
): Promise<bigint> {
  const { cash, bonus } = await readFunds(db, wallet)
  return bonus > 0n && (await readSportsBonus(db, wallet)) ? cash + bonus : cash
}

export function presentBet(bet: BetRow, cashOut: number | null): SportsBet {
  return {
    id: bet.id,
    kind: bet.kind as SportsBet['kind'],
    systemSizes: bet.system_sizes,
    isEachWay: bet.is_each_way,
    currency: bet.currency,
    stake: toWire(bet.stake),
    openStake: toWire(bet.open_stake),
    payout: toWire(bet.payout),
    maximumPayout: toWire(bet.maximum_payout),
    bonusStake: toWire(bet.bonus_stake),
    isFree: bet.free_bet_id !== null,
    debt: toWire(bet.debt),
    status: bet.status as SportsBet['status'],
    cashOut,
    placedAt: bet.placed_at.toISOString(),
    endedAt: bet.ended_at?.toISOString() ?? null,
    selections: readSelections(bet.selections).map(({ result, placeResult, ...selection }) => ({
      id: selection.id,
      eventId: selection.eventId,
      odds: selection.odds,
      isLive: selection.isLive,
      startsAt: new Date(selection.startsAt).toISOString(),
      names: selection.names,
      result: result ?? null,
      placeResult: placeResult ?? null,
    })),
  }
}
