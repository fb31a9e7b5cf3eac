/** Conditions on rewards and the ledger together, each a query that returns no row. */
import type { Invariant } from '../ledger/index.ts'

export const invariants: Invariant[] = [
  {
    name: 'cash of a reward was posted once, with its amount and currency, if and only if the reward is paid',
    sql: `SELECT reward.id, reward.status, movement.id AS movement FROM rewards.grants AS reward
      FULL JOIN (SELECT * FROM ledger.movements WHERE actor = 'rewards') AS movement ON movement.idempotency_key = reward.id::text
      WHERE CASE WHEN reward.id IS NULL THEN true WHEN reward.reward = 'cash' AND reward.status = 'paid'
        THEN NOT EXISTS (SELECT FROM ledger.entries AS entry JOIN wallet.accounts AS wallet ON wallet.id = movement.wallet_id
          WHERE entry.movement_id = movement.id AND entry.amount = reward.amount AND wallet.player_id = reward.player_id AND wallet.currency = reward.currency)
        ELSE movement.id IS NOT NULL END`,
  },
]
