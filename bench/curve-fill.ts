/**
 * Bulk-creates a database with the given number of entries exactly as the posting function would write them: every
 * index, every column, all invariants met.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { findBreaches } from '#server/ledger/invariants.ts'

/**
 * Each player's pairs of a bet and its win are spread over the whole history. One player has a twentieth (`whaleShare`)
 * of all entries.
 */
const entriesPerPlayer = 100
const whaleShare = 20
const pairsPerChunk = 100_000
/** Movements are spread evenly over this time, in the order of their ids. */
const days = 365
const walletsAtOnce = 1_000
const bulk = ['ledger.movements', 'ledger.entries', 'games.rounds', 'payments.invoices', 'payments.invoice_events']

export type People = { players: string[]; /** The player with a twentieth of all entries. */ whale: string }

export async function readPlayers(pool: pg.Pool): Promise<People> {
  const { rows } = await pool.query<{ player_id: string }>('SELECT player_id FROM wallet.accounts ORDER BY player_id')
  const {
    rows: [heaviest],
  } = await pool.query<{ player_id: string }>(
    'SELECT player_id FROM payments.invoices GROUP BY player_id ORDER BY count(*) DESC LIMIT 1',
  )
  return { players: rows.map(({ player_id }) => player_id), whale: heaviest!.player_id }
}

/** The generated ledger leaves out pushes and the entries of house accounts, so these two invariants fail. */
const omitted = ['every movement of a wallet has its push', 'a stored balance equals the sum of its entries']

/** Throws if the generated ledger violates an invariant. */
export async function checkFilled(pool: pg.Pool): Promise<void> {
  const unexpected = (await findBreaches(pool)).find(({ invariant }) => !omitted.includes(invariant))
  if (unexpected) throw new Error(`the generated ledger violates an invariant: ${unexpected.invariant}`)
}

export async function fill(url: string, entries: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  // Without a listener, a lost connection would end the process; the failed query reports it anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    const players = Array.from({ length: Math.ceil(entries / entriesPerPlayer) }, () => randomUUID())
    await client.query('CREATE TEMP TABLE people (place int PRIMARY KEY, player uuid, wallet uuid, cash_id bigint)')
    // Inserts in batches, because each new wallet locks its player until the end of the transaction.
    for (let done = 0; done < players.length; done += walletsAtOnce)
      await client.query(
        `INSERT INTO wallet.accounts (player_id, currency, status) SELECT unnest($1::uuid[]), 'EUR', 1`,
        [players.slice(done, done + walletsAtOnce)],
      )
    await client.query(
      `INSERT INTO people SELECT row_number() OVER (ORDER BY input.place) - 1, account.player_id, account.id, account.first_account_id
      FROM unnest($1::uuid[]) WITH ORDINALITY AS input (player, place) JOIN wallet.accounts AS account ON account.player_id = input.player`,
      [players],
    )
    await client.query(`SELECT ledger.house_account('house:games:EUR'), ledger.house_account('world:bench:EUR')`)
    const pairs = Math.floor((entries - 2 * players.length) / 4)
    const movements = players.length + 2 * pairs
    await client.query(
      `CREATE FUNCTION pg_temp.moment_of(movement bigint) RETURNS timestamptz LANGUAGE sql STABLE
       AS $$ SELECT now() - interval '${days} days' * (1 - movement / ${movements}::float8) $$`,
    )
    await withoutIndexes(client, bulk, async () => {
      await deposits(client)
      for (let done = 0; done < pairs; done += pairsPerChunk)
        await play(client, Math.min(pairsPerChunk, pairs - done), players.length)
    })
    await client.query(`UPDATE wallet.accounts SET version = 1 + counts.movements
      FROM (SELECT wallet_id, count(*) AS movements FROM ledger.movements GROUP BY 1) AS counts WHERE id = wallet_id`)
    for (const table of ['wallet.accounts', ...bulk]) await client.query(`VACUUM ANALYZE ${table}`)
    await client.query('CHECKPOINT')
  } finally {
    await client.end()
  }
}

/**
 * Indexes of these tables, except those of their primary keys, are built after the rows: a sort instead of an insertion
 * at a random place for each row.
 */
async function withoutIndexes(
  client: pg.Client,
  tables: readonly string[],
  insert: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ drop: string; create: string }>(
    `SELECT CASE WHEN conname IS NULL THEN format('DROP INDEX %s', indexrelid::regclass)
         ELSE format('ALTER TABLE %s DROP CONSTRAINT %s', indrelid::regclass, quote_ident(conname)) END AS drop,
       CASE WHEN conname IS NULL THEN pg_get_indexdef(indexrelid)
         ELSE format('ALTER TABLE %s ADD CONSTRAINT %s %s', indrelid::regclass, quote_ident(conname), pg_get_constraintdef(pg_constraint.oid)) END AS create
     FROM pg_index LEFT JOIN pg_constraint ON conindid = indexrelid AND conrelid = indrelid AND contype = 'u'
     WHERE indrelid = ANY ($1::regclass[]) AND NOT indisprimary
       AND NOT EXISTS (SELECT FROM pg_constraint AS reference WHERE reference.confrelid = indrelid AND reference.conindid = indexrelid)`,
    [tables],
  )
  for (const { drop } of rows) await client.query(drop)
  await insert()
  await client.query(`SET maintenance_work_mem = '512MB'`)
  for (const { create } of rows) await client.query(create)
}

/** One deposit per player, with its invoice and its stages, and fifty for the largest player. */
async function deposits(client: pg.Client): Promise<void> {
  const cash = 1_000_000_000_000
  await client.query(
    `CREATE TEMP TABLE paid AS SELECT nextval('ledger.movement_ids') AS id, gen_random_uuid() AS invoice, people.* FROM people`,
  )
  await client.query(`INSERT INTO ledger.movements (id, kind, actor, idempotency_key, request_hash, wallet_id, reference_kind, reference_id, cash_after, bonus_after, held_after, created_at)
    SELECT id, 'deposit', 'bench', gen_random_uuid(), '', wallet, 'invoice', invoice, ${cash}, 0, 0, pg_temp.moment_of(id) FROM paid`)
  await client.query(`INSERT INTO ledger.entries SELECT paid.id, side, CASE side WHEN 0 THEN world.id ELSE cash_id END, CASE side WHEN 0 THEN cash_id ELSE world.id END,
    CASE side WHEN 0 THEN -${cash} ELSE ${cash} END, CASE side WHEN 1 THEN ${cash} END FROM paid, generate_series(0, 1) AS side, (SELECT id FROM ledger.accounts WHERE address = 'world:bench:EUR') AS world (id)`)
  await client.query(`UPDATE wallet.accounts SET cash = ${cash}, turnover_total = ${cash}`)
  await client.query(`INSERT INTO payments.invoices (id, player_id, account_id, type, status, stage, partner, method, currency, amount, created_at, updated_at)
    SELECT CASE copy WHEN 1 THEN invoice ELSE gen_random_uuid() END, player, wallet, 1, 2, 'paid', 'bench', 'bench.card', 'EUR', ${cash}, now() - copy * interval '1 hour', now()
    FROM paid, generate_series(1, 50) AS copy WHERE copy <= CASE place WHEN 0 THEN 50 ELSE 30 END ORDER BY copy DESC`)
  await client.query(
    `INSERT INTO payments.invoice_events (invoice_id, stage, at) SELECT id, step, created_at FROM payments.invoices, unnest(ARRAY['created', 'awaiting-payment', 'paid']) AS step ORDER BY created_at`,
  )
}

/** Pairs of a bet and a win of the same amount: final balances equal the initial ones. */
async function play(client: pg.Client, pairs: number, players: number): Promise<void> {
  await client.query('DROP TABLE IF EXISTS played')
  await client.query(`CREATE TEMP TABLE played AS SELECT pair.*, people.* FROM (
      SELECT nextval('ledger.movement_ids') AS bet, nextval('ledger.movement_ids') AS win, uuidv7()::text AS round,
        CASE WHEN random() < 1.0 / ${whaleShare} THEN 0 ELSE floor(random() * ${players})::int END AS chosen FROM generate_series(1, ${pairs})
    ) AS pair JOIN people ON people.place = pair.chosen ORDER BY bet`)
  await client.query(`INSERT INTO ledger.movements (id, kind, actor, idempotency_key, request_hash, wallet_id, reference_kind, reference_id, reference_label, cash_after, bonus_after, held_after, created_at)
    SELECT CASE step WHEN 0 THEN bet ELSE win END, CASE step WHEN 0 THEN 'bet' ELSE 'win' END, 'studio:bench', round || CASE step WHEN 0 THEN '-bet' ELSE '-win' END, 'bet ' || round || ' 100 EUR', wallet, 'round', round, 'Dice', 999999999900 + 100 * step, 0, 0, pg_temp.moment_of(CASE step WHEN 0 THEN bet ELSE win END)
    FROM played, generate_series(0, 1) AS step ORDER BY 1`)
  await client.query(`INSERT INTO ledger.entries SELECT CASE step WHEN 0 THEN bet ELSE win END, side, CASE side WHEN step THEN cash_id ELSE games.id END, CASE side WHEN step THEN games.id ELSE cash_id END,
      CASE side WHEN 0 THEN -100 ELSE 100 END, CASE side WHEN step THEN 999999999900 + 100 * step END
    FROM played, generate_series(0, 1) AS step, generate_series(0, 1) AS side, (SELECT id FROM ledger.accounts WHERE address = 'house:games:EUR') AS games (id) ORDER BY 1, 2`)
  await client.query(`INSERT INTO games.rounds (id, studio, game_id, player_id, currency, stake, won, status, bets, first_movement_id, last_movement_id, created_at)
    SELECT round, 'bench', 'dice', player, 'EUR', 100, 100, 'settled', 1, bet, win, pg_temp.moment_of(bet) FROM played ORDER BY bet`)
}
