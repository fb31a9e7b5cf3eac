/** Movements in the timeline of a player at the desk: everything that no round, payment, swap or bet shows. */
import { sql } from 'kysely'
import { movementSource } from '../kernel/timeline.ts'
import { inUnits } from '../reference/index.ts'
import {
  deposit,
  sportsBet,
  sportsBetReturned,
  sportsFreeBet,
  sportsFreeBetReturned,
  swapIn,
  swapOut,
  withdrawalHold,
  withdrawalPaid,
  withdrawalReturned,
} from '../ledger/index.ts'

const shownOtherwise = [
  deposit,
  withdrawalHold,
  withdrawalPaid,
  withdrawalReturned,
  swapOut,
  swapIn,
  sportsBet,
  sportsBetReturned,
  sportsFreeBet,
  sportsFreeBetReturned,
].map(({ name }) => name)

type Row = {
  kind: string
  reference_kind: string
  reference_id: string
  reference_label: string | null
  currency: string
  cash: bigint | null
  other: bigint | null
}

export const timeline = [
  movementSource<Row>({
    name: 'movements',
    kind: 'money',
    scope: 'cashier:read',
    rows: ({ playerId, before, limit }) => sql`
      SELECT movement.id AS movement, movement.created_at AS at, movement.id::text AS row_id, movement.kind,
        movement.reference_kind, movement.reference_id, movement.reference_label, wallet.currency,
        (SELECT sum(amount)::bigint FROM ledger.entries
          WHERE movement_id = movement.id AND account_id = wallet.first_account_id) AS cash,
        (SELECT sum(amount)::bigint FROM ledger.entries
          WHERE movement_id = movement.id AND account_id BETWEEN wallet.first_account_id + 1 AND wallet.first_account_id + 3
        ) AS other
      FROM wallet.accounts AS wallet CROSS JOIN LATERAL (
        SELECT * FROM ledger.movements
        WHERE wallet_id = wallet.id AND reference_kind <> 'round' AND kind <> ALL (${shownOtherwise})
          AND id < ${before}::bigint
        ORDER BY id DESC LIMIT ${limit}
      ) AS movement
      WHERE wallet.player_id = ${playerId} ORDER BY movement.id DESC LIMIT ${limit}`,
    show: ({ kind, reference_kind, reference_id, reference_label, currency, cash, other }) => ({
      what: kind,
      detail: reference_label === null ? [] : [reference_label],
      // What changed in the cash; where nothing did, as when bonus money ends, what changed beside it.
      amount: inUnits(cash || other || 0n, currency),
      path: reference_kind === 'bet' ? `/bets/${reference_id}` : null,
    }),
  }),
]
