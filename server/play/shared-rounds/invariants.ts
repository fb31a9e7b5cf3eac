/** Conditions on shared rounds and their bets, each a query that returns no row. */
import type { Invariant } from '../../ledger/index.ts'

export const invariants: Invariant[] = [
  {
    name: 'the hash of each shared round hashes to that of the round before',
    sql: `SELECT round.game, round.number FROM shared.rounds AS round JOIN shared.chains AS chain ON chain.id = round.chain_id
      LEFT JOIN shared.rounds AS before ON before.chain_id = round.chain_id AND before.place = round.place - 1
      WHERE coalesce(before.hash, chain.last_hash) <> encode(sha256(convert_to(round.hash, 'UTF8')), 'hex')`,
  },
  {
    name: 'no bet of a shared round is paid beyond its crash point, or after another one lost below it',
    sql: `SELECT bet.id FROM studio.rounds AS bet JOIN shared.rounds AS round ON round.game = bet.game AND round.number = (bet.choice ->> 'round')::bigint
      WHERE bet.choice ? 'round' AND bet.outcome IS NOT NULL
        AND coalesce((bet.outcome -> 'view' ->> 'cashedOutAt')::integer > round.point, false)
         OR bet.choice ? 'round' AND coalesce((bet.outcome -> 'view' ->> 'crashedAt')::integer <> round.point, false)`,
  },
  {
    name: 'no bet of a cancelled shared round is won or lost',
    sql: `SELECT bet.id FROM studio.rounds AS bet JOIN shared.rounds AS round ON round.game = bet.game AND round.number = (bet.choice ->> 'round')::bigint
      WHERE bet.choice ? 'round' AND bet.outcome IS NOT NULL AND round.point IS NULL`,
  },
  {
    name: "the signature of a shared round's beacon became known after its bets were closed",
    sql: `SELECT round.game, round.number FROM shared.rounds AS round JOIN shared.beacons AS beacon ON beacon.chain_hash = round.beacon_chain
      WHERE to_timestamp(beacon.genesis + (round.beacon_round - 1) * beacon.period_seconds) <= round.closed_at`,
  },
  {
    name: "the hash of a beacon's chain covers its key, times and name",
    sql: `SELECT chain_hash FROM shared.beacons
      WHERE chain_hash <> encode(sha256(int4send(period_seconds) || int8send(genesis) || decode(public_key, 'hex') || decode(group_hash, 'hex')
        || CASE WHEN name = 'default' THEN ''::bytea ELSE convert_to(name, 'UTF8') END), 'hex')`,
  },
]
