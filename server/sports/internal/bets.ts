/** Bets as stored, and as the sportsbook and their players see them. */
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { toWire } from '#contract/money.ts'
import type { SportsBet } from '#contract/sportsbook.ts'
import { type BetReply, DeadHeat, Selection, SelectionResult } from '#contract/sportsbook-protocol.ts'
import { highestPayout, type Slip } from '#contract/settlement/settle.ts'
import { jsonColumn } from '../../kernel/db/json-column.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Tx } from '../../deps.ts'
import { type LockedWallet, lockWallets, type Posting, readFunds } from '../../ledger/index.ts'
import { readBonusAtSports } from '../../bonuses/index.ts'

export type BetRow = Selectable<Tables['sports.bets']>

const StoredSelection = Selection.extend({
  result: SelectionResult.optional(),
  deadHeat: DeadHeat.optional(),
  placeResult: SelectionResult.optional(),
  placeDeadHeat: DeadHeat.optional(),
})
export type StoredSelection = z.infer<typeof StoredSelection>
export const readSelections = jsonColumn('sports.bets.selections', z.array(StoredSelection))

/** What the player's ledger and messages call the bet: its event, or the first of several. */
export function labelOf([first, ...others]: Array<Pick<StoredSelection, 'names'>>): string {
  return others.length > 0 ? `${first!.names.event} +${others.length}` : first!.names.event
}

type Wallet = { playerId: string; currency: string }
/** A locked wallet. `debts`: what its player owes in its currency, for all bets. */
export type WalletState = { cash: bigint; bonus: bigint; debts: bigint }

export const walletOf = ({ player_id: playerId, currency }: Pick<BetRow, 'player_id' | 'currency'>): Wallet => ({
  playerId,
  currency,
})

/** The bet with its player's wallets locked: first the wallets, as wherever a debt of the bet changes. */
export async function lockBet(
  tx: Tx,
  sportsbook: string,
  betId: string,
): Promise<{ bet: BetRow; wallet: WalletState } | undefined> {
  const named = tx.selectFrom('sports.bets').where('sportsbook', '=', sportsbook).where('bet_id', '=', betId)
  const wallets = await lockWallets(tx, sql<string>`${named.select('player_id')}`)
  const found = await named
    .selectAll()
    .select(sumDebts(sql.ref('bets.player_id'), sql.ref('bets.currency')).as('debts'))
    .forUpdate()
    .executeTakeFirst()
  if (!found) return undefined
  const { debts, ...bet } = found
  return { bet, wallet: stateOf(wallets, bet.currency, debts) }
}

/** What a player owes in a currency, for all bets. */
export function sumDebts(playerId: RawBuilder<string>, currency: RawBuilder<string>): RawBuilder<bigint> {
  return sql`(SELECT coalesce(sum(owed.debt), 0)::bigint FROM sports.bets AS owed
    WHERE owed.player_id = ${playerId} AND owed.currency = ${currency} AND owed.debt > 0)`
}

export function stateOf(wallets: LockedWallet[], currency: string, debts: bigint): WalletState {
  const { cash, bonus } = wallets.find((each) => each.currency === currency) ?? { cash: 0n, bonus: 0n }
  return { cash, bonus, debts }
}

/** After a posting of the wallet. */
export function afterPosting(state: WalletState, { balances }: Posting): WalletState {
  const { cash, bonus } = balances!
  return { ...state, cash, bonus }
}

/** `state`: of the bet's wallet, after the call. */
export async function replyOf(
  tx: Tx,
  bet: BetRow,
  state: WalletState,
  { isApplied }: { isApplied: boolean },
): Promise<BetReply> {
  return {
    betId: bet.bet_id,
    status: bet.status as BetReply['status'],
    isApplied,
    openStake: toWire(bet.open_stake),
    payout: toWire(bet.payout),
    debt: toWire(state.debts),
    currency: bet.currency,
    balance: toWire(await stakeableOf(tx, walletOf(bet), state)),
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

/** Cash, and bonus money whose terms include sports bets. */
export async function readStakeable(db: Kysely<Tables>, wallet: Wallet): Promise<bigint> {
  return stakeableOf(db, wallet, await readFunds(db, wallet))
}

async function stakeableOf(
  db: Kysely<Tables>,
  wallet: Wallet,
  { cash, bonus }: Pick<WalletState, 'cash' | 'bonus'>,
): Promise<bigint> {
  return bonus > 0n && (await readBonusAtSports(db, wallet))?.counts ? cash + bonus : cash
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
    replaces: bet.replaces,
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
