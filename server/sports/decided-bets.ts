/**
 * For consumers of play: what the decisions in a range of movements changed, each exactly once. A bet counts when it is
 * decided, a correction by its difference. Bets with bonus money and free bets are left out.
 */
import { sql } from 'kysely'
import type { Tx } from '../deps.ts'
import type { Range } from '../kernel/facts/consumer.ts'

/** Amounts in subunits, below zero where a correction takes back what counted. Times as in the ledger. */
type Decided = {
  movement_id: bigint
  decided_at: Date
  placed_at: Date
  player_id: string
  currency: string
  /** Of each selection, in thousandths, as placed. */
  lowest_odds: bigint
  /** Decided stake that is not void, and what was paid for it. */
  staked: bigint
  won: bigint
  /** Stake that was settled by its results, not cashed out. */
  settled: bigint
}

/** A query to select from, join and group, also inside `sql`. */
export function decidedBets(tx: Tx, { after, upTo }: Range) {
  return tx.selectFrom(
    sql<Decided>`(
      SELECT decision.movement_id, movement.created_at AS decided_at, placed.created_at AS placed_at, bet.player_id, bet.currency,
        bet.lowest_odds, decision.staked, decision.won, decision.settled
      FROM sports.decisions AS decision
      JOIN sports.bets AS bet ON bet.id = decision.bet AND bet.bonus_stake = 0 AND bet.free_bet_id IS NULL
      JOIN ledger.movements AS movement ON movement.id = decision.movement_id
      JOIN ledger.movements AS placed ON placed.id = bet.movement_id
      WHERE decision.movement_id > ${after} AND decision.movement_id <= ${upTo})`.as('bet'),
  )
}
