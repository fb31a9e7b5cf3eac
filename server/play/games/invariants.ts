/** Invariants of the in-house studio's rounds and the ledger together, each as a query that returns no row. */
import type { Invariant } from '../../ledger/index.ts'
import { inHouseStudioSlug } from '../../partners/game-studio/in-house-studio.ts'

/**
 * The studio records each step after the wallet has confirmed it, so within one snapshot the ledger is never behind.
 */
const both = `SELECT played.id, played.state, booked.status, played.stake + played.extra_stake AS played_stake, booked.stake, played.payout, booked.won, booked.forfeited
  FROM studio.rounds AS played LEFT JOIN games.rounds AS booked ON booked.id = played.id::text AND booked.studio = '${inHouseStudioSlug}'
  WHERE played.mode = 'real'`

export const invariants: Invariant[] = [
  {
    name: 'a settled round of the studio is settled in the ledger, with its stake and its payout',
    sql: `${both} AND played.state = 'settled' AND (booked.status = 'settled' AND booked.stake + booked.free_stake = played.stake + played.extra_stake AND booked.won + booked.forfeited = played.payout) IS NOT TRUE`,
  },
  {
    name: 'a cancelled round of the studio has no stake in the ledger',
    sql: `${both} AND played.state = 'cancelled' AND booked.id IS NOT NULL AND (booked.status = 'rolled-back' AND booked.stake = 0 AND booked.won = 0) IS NOT TRUE`,
  },
  {
    name: 'a round that is being played is open in the ledger, with all of its stakes',
    sql: `${both} AND played.state = 'playing' AND (booked.status = 'open' AND booked.stake + booked.free_stake >= played.stake + played.extra_stake AND booked.won = 0) IS NOT TRUE`,
  },
  {
    name: 'play money is not in the ledger',
    sql: `SELECT played.id FROM studio.rounds AS played JOIN games.rounds AS booked ON booked.id = played.id::text WHERE played.mode = 'demo'`,
  },
  {
    name: 'the nonces of a seed pair have no gap',
    sql: `SELECT seeds.id, seeds.next_nonce, count(played.id) AS rounds FROM studio.seeds AS seeds LEFT JOIN studio.rounds AS played ON played.seed_id = seeds.id
      GROUP BY seeds.id HAVING seeds.next_nonce <> count(played.id)`,
  },
]
