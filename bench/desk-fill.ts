/**
 * What the desk shows beside the ledger of `curve-fill.ts`: people with contact data, devices, payments with
 * destinations, bets on sports, mails, documents, acts and notes. The heaviest player has many of each.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** Of the heaviest player, in addition to more than 100,000 rounds. */
const heavyRows = 20_000
/** Of the heaviest player: movements that the timeline reads past, because it shows the bets themselves. */
const heavyBets = 200_000
/** Players who have just registered, with ten rows in their timeline. */
const lightPlayers = 200

const firstNames =
  'Ada Ben Carla Daniel Elena Finn Greta Hugo Ines Jonas Karin Lars Maria Nils Olga Paul Rita Sven Tilda Uwe'
const lastNames =
  'Adler Berger Conrad Dietrich Engel Fischer Graf Hartmann Jansen Keller Lange Maurer Neumann Oster Peters Richter Schubert Thiel Ulrich Vogel Wagner Zander'

/** `owner`: a connection with the rights of the database's owner. */
export async function fillDesk(owner: pg.Client, heaviest: string): Promise<void> {
  const light = Array.from({ length: lightPlayers }, () => randomUUID())
  await owner.query(`INSERT INTO wallet.accounts (player_id, currency, status) SELECT unnest($1::uuid[]), 'EUR', 1`, [
    light,
  ])
  await owner.query(
    `CREATE TEMP TABLE desk_people AS
     SELECT row_number() OVER (ORDER BY player_id)::int AS n, player_id AS id, id AS wallet, player_id = $1 AS is_heavy,
       player_id = ANY ($2::uuid[]) AS is_light FROM wallet.accounts`,
    [heaviest, light],
  )
  await owner.query(
    `INSERT INTO identity.players (id, email, phone, first_name, last_name, nickname, country, currency, details, created_at, updated_at)
     SELECT id, 'player' || n || '@example.test', '49' || (15100000000 + n * 37), first[1 + n % array_length(first, 1)],
       last[1 + n / 7 % array_length(last, 1)], 'nick' || n, (ARRAY['DE', 'AT', 'FI', 'CA'])[1 + n % 4], 'EUR',
       jsonb_build_object('address', last[1 + n / 11 % array_length(last, 1)] || ' Street ' || n, 'postalCode', 10000 + n % 90000),
       now() - interval '400 days', now()
     FROM desk_people, string_to_array($1, ' ') AS first, string_to_array($2, ' ') AS last`,
    [firstNames, lastNames],
  )
  await rows(
    owner,
    2,
    `INSERT INTO identity.sessions (id, player_id, rotated_at, created_at, last_used_at, ip, user_agent, fingerprint, closed_at, close_reason)
     SELECT gen_random_uuid(), id, at, at, at, '192.0.2.7', 'Mozilla/5.0 (X11; Linux x86_64)', 'device-' || n, at, 'expired' FROM each`,
  )
  await rows(
    owner,
    1,
    `INSERT INTO payments.invoices (id, player_id, account_id, type, status, stage, partner, method, currency, amount, fields, external_id, created_at, updated_at)
     SELECT gen_random_uuid(), id, wallet, 2, 2, 'paid', 'bench', 'bench.sepa', 'EUR', 5000,
       jsonb_build_object('iban', 'DE' || (10000000000000000000 + n), 'accountHolder', 'Player ' || n), 'paid-' || n || '-' || copy, at, at FROM each`,
  )
  await fillChain(owner)
  await rows(
    owner,
    2,
    `INSERT INTO deliveries.deliveries (id, medium, recipient, locale, template, values, player_id, state, ended_at, next_attempt_at, created_at, expires_at)
     SELECT gen_random_uuid(), 'mail', 'player' || n || '@example.test', 'en', 'sign-in', '{}', id, 'sent', at, at, at, at FROM each`,
  )
  await rows(
    owner,
    2,
    `INSERT INTO identity.audit (at, player_id, action, ip, user_agent, detail, actor)
     SELECT at, id, 'signed-in', '192.0.2.7', 'Mozilla/5.0', '{}', 'player:' || id FROM each`,
  )
  await rows(
    owner,
    1,
    `INSERT INTO verification.documents (id, player_id, type, name, mime_type, size, status, decided_at, decided_by, created_at)
     SELECT gen_random_uuid(), id, 'identity', 'passport.jpg', 'image/jpeg', 1000, 2, at, 'mia', at FROM each`,
  )
  await rows(
    owner,
    1,
    `INSERT INTO operators.notes (id, player_id, text, author, written_at)
     SELECT gen_random_uuid(), id, 'Called about a withdrawal', 'mia', at FROM each`,
  )
  await rows(
    owner,
    1,
    `INSERT INTO rewards.grants (id, player_id, source, source_id, ordinal, reward, amount, title, status, settled_at, created_at)
     SELECT gen_random_uuid(), id, 'quest', gen_random_uuid(), 0, 'points', 10, '{}', 'paid', at, at FROM each`,
  )
  await owner.query(
    `INSERT INTO sports.bets (sportsbook, bet_id, player_id, currency, status, kind, system_sizes, is_each_way, selections, odds_policy, stake, open_stake, payout, maximum_payout, placed_at, changed_at, ended_at, movement_id, lowest_odds)
     SELECT 'bench', 'bet-' || n || '-' || copy, id, 'EUR', 'settled', 'single', '{}', false, '[]', 'any', 100, 0, 180, 180, at, at, at, 1, 1800
     FROM ${copies(1)} AS each WHERE NOT is_light`,
  )
  await owner.query(
    `INSERT INTO chat.conversations (id, player_id, locale, created_at, last_message_at) SELECT gen_random_uuid(), id, 'en', now(), now()
     FROM desk_people WHERE NOT is_light`,
  )
  await owner.query(
    `INSERT INTO chat.messages (id, conversation_id, number, author, body, created_at)
     SELECT gen_random_uuid(), conversation.id, copy, 'visitor', 'Where is my money?', at
     FROM ${copies(1)} AS each JOIN chat.conversations AS conversation ON conversation.player_id = each.id`,
  )
  await owner.query(
    `CREATE TEMP TABLE stored AS SELECT nextval('ledger.movement_ids') AS movement, wallet, first_account_id AS cash, copy,
       now() - interval '20 minutes' * (${heavyRows} - copy) AS at
     FROM desk_people JOIN wallet.accounts ON accounts.id = wallet, generate_series(1, ${heavyRows}) AS copy
     WHERE is_heavy ORDER BY copy`,
  )
  await owner.query(
    `INSERT INTO ledger.movements (id, kind, actor, idempotency_key, request_hash, wallet_id, reference_kind, reference_id, cash_after, bonus_after, held_after, created_at)
     SELECT movement, 'vault-in', 'vault', movement::text, '', wallet, 'other', movement::text, 0, 0, 0, at FROM stored ORDER BY 1`,
  )
  await owner.query(
    `INSERT INTO ledger.entries SELECT movement, side, cash + 3 * side, cash + 3 * (1 - side), CASE side WHEN 0 THEN -1 ELSE 1 END, 1
     FROM stored, generate_series(0, 1) AS side ORDER BY 1, 2`,
  )
  // Newer than what the timeline shows of the ledger, as of a player who bets on sports every day.
  await owner.query(
    `INSERT INTO ledger.movements (id, kind, actor, idempotency_key, request_hash, wallet_id, reference_kind, reference_id, cash_after, bonus_after, held_after)
     SELECT nextval('ledger.movement_ids'), 'sports-bet', 'sports', copy::text, '', wallet, 'bet', copy::text, 0, 0, 0
     FROM (SELECT DISTINCT wallet FROM stored) AS heaviest, generate_series(1, ${heavyBets}) AS copy ORDER BY copy`,
  )
  await owner.query('DROP TABLE desk_people, stored')
  await owner.query('VACUUM ANALYZE')
  await owner.query('CHECKPOINT')
}

/** A deposit address for each player, with a deposit to it, and a saved address. */
async function fillChain(owner: pg.Client): Promise<void> {
  const address = (name: string) => `'0x' || left(encode(sha256(('${name}' || n)::bytea), 'hex'), 40)`
  await owner.query(`INSERT INTO chain.keys (id) VALUES ('bench')`)
  await owner.query(`INSERT INTO chain.networks VALUES ('bench', 1, '0x', now()), ('other', 1, '0x', now())`)
  await owner.query(
    `INSERT INTO chain.addresses (key_id, child, network, address, account_id, currency, created_at)
     SELECT 'bench', n, 'bench', ${address('deposit')}, wallet, 'ETH', now() FROM desk_people`,
  )
  await owner.query(
    `WITH paid AS (
       INSERT INTO payments.invoices (id, player_id, account_id, type, status, stage, partner, method, currency, amount, partner_answer, external_id, created_at, updated_at)
       SELECT gen_random_uuid(), id, wallet, 1, 2, 'paid', 'chain', 'chain.eth', 'EUR', 5000,
         jsonb_build_object('address', ${address('deposit')}), 'received-' || n, now(), now() FROM desk_people
       RETURNING id, account_id
     ) INSERT INTO chain.transfers (network, tx_hash, position, address_id, asset, raw, amount, rest, block_number, block_hash, sender, state, invoice_id, first_seen_at)
       SELECT 'bench', '0x' || encode(sha256(paid.id::text::bytea), 'hex'), -1, addresses.id, 'ETH', 1, 1, 0, 1, '0x',
         '0x' || left(encode(sha256(paid.account_id::text::bytea), 'hex'), 40), 'confirmed', paid.id, now()
       FROM paid JOIN chain.addresses ON addresses.account_id = paid.account_id`,
  )
  await owner.query(
    `INSERT INTO payments.addresses (player_id, name, method, currency, network, fields, destination, created_at)
     SELECT id, 'Mine', 'chain.eth', 'ETH', 'bench', jsonb_build_object('wallet_id', ${address('saved')}), n::text, now() FROM desk_people`,
  )
}

/** So many for each player, and many for the heaviest, at moments of the last year. */
const copies = (count: number) =>
  `(SELECT *, now() - interval '1 year' * random() AS at FROM desk_people
    CROSS JOIN LATERAL generate_series(1, CASE WHEN is_heavy THEN ${heavyRows} ELSE ${count} END) AS copy)`

async function rows(owner: pg.Client, count: number, insert: string): Promise<void> {
  await owner.query(insert.replace('FROM each', `FROM ${copies(count)} AS each`))
}
