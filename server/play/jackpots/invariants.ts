/** Conditions on jackpots and the ledger together, each a query that returns no row. */
import type { Invariant } from '../../ledger/index.ts'

const balances = `SELECT currency, split_part(address, ':', 2) AS name, balance FROM ledger.balances WHERE address LIKE 'house:jackpot-%'`

export const invariants: Invariant[] = [
  {
    name: 'a pot of a jackpot is what its account in the ledger has: contributions and seeds less prizes',
    sql: `WITH pots AS (
        SELECT jackpot.currency, 'jackpot-' || level AS name, pot FROM jackpots.jackpots AS jackpot
        CROSS JOIN LATERAL unnest('{mini,major,grand}'::text[], jackpot.pots) AS each (level, pot) WHERE jackpot.closed_at IS NULL
      ), accounts AS (${balances})
      SELECT * FROM pots FULL JOIN (SELECT * FROM accounts WHERE name IN ('jackpot-mini', 'jackpot-major', 'jackpot-grand')) AS account USING (currency, name)
      WHERE coalesce(pot, 0) <> coalesce(balance, 0)`,
  },
  {
    name: 'side stakes of open tickets, and unpaid shares of closed jackpots, are in their accounts',
    sql: `WITH owed AS (
        SELECT currency, 'jackpot-open' AS name, sum(side_stake) AS amount FROM jackpots.tickets WHERE state = 'open' GROUP BY 1
        UNION ALL SELECT jackpot.currency, 'jackpot-shares', sum(share.amount) FROM jackpots.shares AS share
          JOIN jackpots.jackpots AS jackpot ON jackpot.id = share.jackpot_id WHERE share.paid_at IS NULL GROUP BY 1
      ), accounts AS (${balances})
      SELECT * FROM owed FULL JOIN (SELECT * FROM accounts WHERE name IN ('jackpot-open', 'jackpot-shares')) AS account USING (currency, name)
      WHERE coalesce(amount, 0) <> coalesce(balance, 0)`,
  },
  {
    name: 'draws of a jackpot, and of each seed pair, are numbered without gaps',
    sql: `SELECT jackpot.id, jackpot.draws, count(ticket.number) AS tickets FROM jackpots.jackpots AS jackpot
        LEFT JOIN jackpots.tickets AS ticket ON ticket.jackpot_id = jackpot.id AND ticket.state = 'drawn'
        GROUP BY jackpot.id HAVING count(ticket.number) <> jackpot.draws OR coalesce(max(ticket.number), 0) <> jackpot.draws
      UNION ALL SELECT pair.id::text, pair.next_nonce, count(ticket.nonce) FROM jackpots.pairs AS pair
        LEFT JOIN jackpots.tickets AS ticket ON ticket.pair_id = pair.id AND ticket.state = 'drawn'
        GROUP BY pair.id HAVING count(ticket.nonce) <> pair.next_nonce OR coalesce(max(ticket.nonce) + 1, 0) <> pair.next_nonce`,
  },
  {
    name: 'each draw is what the seeds and the pot determine, and starts with the pot that the draw before it left',
    sql: `SELECT * FROM (
        SELECT ticket.jackpot_id, ticket.number, level, pot, outcome, prize, cap, contribution,
          jackpots.drawn_number(pair.inner_key, pair.outer_key, pair.client_seed || ':' || ticket.nonce || ':' || level, cap - pot) AS expected,
          lag(CASE WHEN prize > 0 THEN seed ELSE pot + contribution END, 1, seed) OVER (PARTITION BY ticket.jackpot_id, level ORDER BY ticket.number) AS before
        FROM jackpots.tickets AS ticket JOIN jackpots.jackpots AS jackpot ON jackpot.id = ticket.jackpot_id
        JOIN jackpots.pairs AS pair ON pair.id = ticket.pair_id
        CROSS JOIN LATERAL unnest('{mini,major,grand}'::text[], ticket.pots, ticket.drawn, ticket.won, jackpot.seeds, jackpot.caps, jackpot.contributions)
          AS each (level, pot, outcome, prize, seed, cap, contribution)
        WHERE ticket.state = 'drawn'
      ) AS draw WHERE outcome <> expected OR pot <> before OR prize <> CASE WHEN outcome < contribution THEN pot + contribution ELSE 0 END`,
  },
  {
    name: 'a ticket has the movements that its state says: one side stake, and its draw with its prizes, or its return',
    sql: `SELECT ticket.round_id, ticket.state, paid.* FROM jackpots.tickets AS ticket
      LEFT JOIN LATERAL (
        SELECT count(*) FILTER (WHERE kind = 'jackpot-stake') AS stakes, count(*) FILTER (WHERE kind = 'jackpot-stake-returned') AS returns,
          count(*) FILTER (WHERE kind = 'jackpot-drawn') AS draws,
          coalesce(sum(amount) FILTER (WHERE kind = 'jackpot-won'), 0) AS won
        FROM ledger.movements AS movement
        LEFT JOIN ledger.entries AS entry ON entry.movement_id = movement.id AND entry.ordinal = 1
        WHERE movement.reference_id = ticket.round_id AND movement.reference_kind = 'jackpot'
          AND starts_with(movement.idempotency_key, 'studio:' || ticket.studio || ':')
      ) AS paid ON true
      WHERE (stakes = 1 AND returns = (ticket.state = 'returned')::int AND draws = (ticket.state = 'drawn')::int
        AND paid.won = coalesce((SELECT sum(prize) FROM unnest(ticket.won) AS prize), 0)) IS NOT TRUE`,
  },
  {
    name: 'a ticket is open as long as its round, and its wallet counts it',
    sql: `SELECT ticket.round_id, ticket.state, round.status FROM jackpots.tickets AS ticket
        LEFT JOIN games.rounds AS round ON round.id = ticket.round_id AND round.studio = ticket.studio
        WHERE (CASE ticket.state WHEN 'open' THEN round.status = 'open' WHEN 'drawn' THEN round.status = 'settled' ELSE true END) IS NOT TRUE
      UNION ALL SELECT wallet.id::text, wallet.open_tickets::text, count(ticket.round_id)::text FROM wallet.accounts AS wallet
        LEFT JOIN jackpots.tickets AS ticket ON ticket.player_id = wallet.player_id AND ticket.currency = wallet.currency AND ticket.state = 'open'
        GROUP BY wallet.id HAVING wallet.open_tickets <> count(ticket.round_id)`,
  },
  {
    name: 'shares of a closed jackpot are those of its movements',
    sql: `SELECT share.jackpot_id, share.player_id, share.amount, entry.amount AS paid FROM jackpots.shares AS share
      LEFT JOIN ledger.movements AS movement ON movement.actor = 'jackpots' AND movement.idempotency_key = 'shared:' || share.jackpot_id || ':' || share.player_id
      LEFT JOIN ledger.entries AS entry ON entry.movement_id = movement.id AND entry.ordinal = 1
      WHERE coalesce(entry.amount, 0) <> CASE WHEN share.paid_at IS NULL THEN 0 ELSE share.amount END
        OR movement.kind <> CASE WHEN share.is_forfeited THEN 'jackpot-share-forfeited' ELSE 'jackpot-shared' END`,
  },
]
