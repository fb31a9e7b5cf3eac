/** For consumers of play: the rounds that a range of movements settled, each exactly once. */
import { sql } from 'kysely'
import type { Tx } from '../../deps.ts'
import type { Range } from '../../kernel/facts/consumer.ts'

/** The columns of a view may be null; these never are. Amounts in subunits, `settled_at` as in the ledger. */
type Rounds = {
  movement_id: bigint
  /** The same. */
  settled_by: bigint
  settled_at: Date
  /** When its first stake was taken. */
  bet_at: Date
  round_id: string
  studio: string
  game_id: string
  player_id: string
  currency: string
  stake: bigint
  won: bigint
  bonus_stake: bigint
  free_stake: bigint
}

/** A query to select from, join and group, also inside `sql`. */
export function settledRounds(tx: Tx, { after, upTo }: Range) {
  return tx
    .selectFrom(sql<Rounds>`games.settled_rounds`.as('round'))
    .where('movement_id', '>', after)
    .where('movement_id', '<=', upTo)
    .where('settled_by', '>', after)
    .where('settled_by', '<=', upTo)
}
