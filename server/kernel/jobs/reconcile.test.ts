import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bonus, cash, deposit, games, movement, openWallet, play, transfer } from '#tests/money/wallets.ts'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import type { Subunits } from '#contract/money.ts'
import { createLedger, type Ledger } from '../../ledger/ledger.ts'
import { startWager } from '../../ledger/wager.ts'
import { allInvariants } from '#server/modules.ts'
import { ledgerJobs, reconcile } from '../../ledger/reconcile.ts'

let db: TestDatabase
let ledger: Ledger
let player: string
let logged: string[] = []
const log = { info() {}, error: (message: string) => void logged.push(message) }

beforeAll(async () => {
  db = await testDatabase()
  ledger = createLedger({ db })
})
beforeEach(async () => {
  logged = []
  player = await openWallet(db)
  await ledger.post(deposit(player, 1000))
  await giveBonus(100n)
  await ledger.post({
    ...play({ kind: 'bet', player, roundId: `r-${player}`, key: `b-${player}` }),
    transfers: [transfer(cash(player), games, 10), transfer(bonus(player), games, 5)],
  })
  await ledger.post(play({ kind: 'rollback', player, roundId: `r-${player}`, betKey: `b-${player}` }))
  await ledger.post(play({ kind: 'bet', player, roundId: `s-${player}`, amount: 50 }))
  await ledger.post(play({ kind: 'win', player, roundId: `s-${player}`, amount: 70, isFinished: true }))
})
afterAll(async () => {
  await ledger.close()
  await db.close()
})

/** An active bonus of that amount, as created by the bonuses module. */
async function giveBonus(amount: bigint): Promise<void> {
  const id = randomUUID()
  await db.asOwner(
    `INSERT INTO bonuses.player_bonuses (id, player_id, bonus_id, offer_version, terms, is_once, type, status, currency, amount, wager_total, created_at, activated_at, expires_at)
    VALUES ($1, $2, 'test', 1, '{}', false, 1, 2, 'EUR', $3, 1000, now(), now(), now() + interval '1 day')`,
    [id, player, amount],
  )
  await db.transaction((tx) =>
    startWager(tx, { playerId: player, currency: 'EUR', bonusId: id, total: 1000n as Subunits, maxBet: null }),
  )
  await ledger.post(
    movement({
      kind: 'bonus-granted',
      actor: 'bonuses',
      reference: { kind: 'bonus', id },
      transfers: [transfer('house:bonus-expense:EUR', bonus(player), amount)],
    }),
  )
}

/** Runs statements that only the owner with the guards off can execute, checks, and rolls back. */
async function afterDamage(sql: string): Promise<string[]> {
  const client = await db.openPool(1).connect()
  try {
    await client.query('RESET ROLE; SET ROLE NONE; BEGIN; SET LOCAL session_replication_role = replica')
    await client.query(sql)
    return (
      await reconcile({
        db: { ...db, pool: client as unknown as TestDatabase['pool'] },
        invariants: allInvariants,
        log,
      })
    ).map(({ invariant }) => invariant)
  } finally {
    await client.query('ROLLBACK')
    client.release(true)
  }
}

/** A deposit that failed or is flagged, as created by the payments module. */
function invoice(change: string): string {
  return `INSERT INTO payments.invoices (id, player_id, account_id, type, partner, method, currency, amount, created_at, updated_at) SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 'sandbox', 'card', 'EUR', 5, now(), now();
    UPDATE payments.invoices SET ${change};
    INSERT INTO payments.invoice_events (invoice_id, stage, at) SELECT id, stage, now() FROM payments.invoices;
    INSERT INTO payments.flags (invoice_id, flag, raised_at) SELECT id, flag, now() FROM payments.invoices WHERE flag IS NOT NULL`
}

function tournament(state: string, pool: number): string {
  return `INSERT INTO rewards.tournament_runs (identity, definition, version, data, entry, score_by, min_stake, counts_bonus_money, counts_free_spins, starts_at, ends_at, hold_seconds, pool, rates, state, finished_at, published_at)
    VALUES ('race', 'race', 1, '{}', 'automatic', 'stake', 0, false, false, now() - interval '1 hour', now(), 60, ${pool}, '{}', '${state}', ${state === 'finished' ? 'now()' : 'NULL'}, now())`
}

function freeSpins(over: Record<string, unknown>): string {
  const columns = { status: 1, used: 0, ...over }
  return `INSERT INTO bonuses.player_freespins (id, player_id, bonus_id, offer_version, terms, is_once, currency, game_id, spin_amount, count, created_at, expires_at, ${Object.keys(columns).join()})
    VALUES (gen_random_uuid(), gen_random_uuid(), 'x', 1, '{}', false, 'EUR', 'dice', 10, 3, now(), now(), ${Object.values(columns).join()})`
}

/** A tournament with a buy-in of 5.00, of which 0.50 is the fee. */
function withBuyIn(state: string, collected = 0): string {
  return tournament(state, 0)
    .replace("'automatic'", "'buy-in'")
    .replace('(identity,', '(buy_in, fee, fewest_players, collected, identity,')
    .replace("VALUES ('race'", `VALUES (500, 50, 2, ${collected}, 'race'`)
}

test('a ledger written only by posting violates no invariant', async () => {
  await ledger.post({
    ...play({ kind: 'bet', player, roundId: `cent-${player}` }),
    transfers: [transfer(bonus(player), games, 1)],
  })
  expect(await ledger.post(play({ kind: 'win', player, roundId: `cent-${player}`, amount: 10 }))).toMatchObject({
    ok: true,
    value: { balances: { bonus: 109n } },
  })
  expect(await reconcile({ db, invariants: allInvariants, log })).toEqual([])
})

// Shows: 10.23, invariant 1, invariant 5, invariant 6, invariant 7, invariant 8, invariant 9, invariant 11
// Shows: invariant 12, invariant 13, invariant 15, invariant 17
test.each([
  [
    'a closed player with money',
    `INSERT INTO identity.players (id, email, country, currency, status, created_at, updated_at) SELECT player_id, player_id || '@example.test', 'DE', 'EUR', 4, now(), now() FROM wallet.accounts`,
    'a closed player has neither money nor open invoices, except late payouts of sports bets',
  ],
  [
    'a closed player with an open invoice',
    `${invoice(`status = 1`)}; INSERT INTO identity.players (id, email, country, currency, status, created_at, updated_at) SELECT player_id, player_id || '@example.test', 'DE', 'EUR', 4, now(), now() FROM payments.invoices`,
    'a closed player has neither money nor open invoices, except late payouts of sports bets',
  ],
  [
    'an entry changed',
    `UPDATE ledger.entries SET amount = amount + 1 WHERE ordinal = 0 AND movement_id = (SELECT max(movement_id) FROM ledger.entries)`,
    'the entries of a movement sum to zero in every currency',
  ],
  [
    'an entry lost',
    'DELETE FROM ledger.entries WHERE ordinal = 1 AND movement_id = (SELECT max(movement_id) FROM ledger.entries)',
    'every entry has a matching opposite entry in the same movement',
  ],
  [
    'a balance left out of a published report',
    `INSERT INTO liabilities.reports (number, id, made_at, statement, public_key, signature, last_movement_id) VALUES (1, gen_random_uuid(), now(), '', '', '', 0);
    INSERT INTO liabilities.trees (report, currency, leaves, total, root) VALUES (1, 'EUR', 64, 5, '');
    INSERT INTO liabilities.levels (report, currency, level, nodes) VALUES (1, 'EUR', 0, '')`,
    'the balances of a published report sum to its total',
  ],
  ['a balance changed', 'UPDATE wallet.accounts SET cash = cash + 1', 'a stored balance equals the sum of its entries'],
  [
    'a house balance changed',
    'UPDATE ledger.house_balances SET balance = balance + 1',
    'a stored balance equals the sum of its entries',
  ],
  [
    'a movement lost',
    'DELETE FROM ledger.movements WHERE id = (SELECT max(id) FROM ledger.movements)',
    'every entry belongs to a movement',
  ],
  [
    'a balance in the history changed',
    'UPDATE ledger.entries SET balance_after = balance_after + 1 WHERE balance_after IS NOT NULL',
    'each entry of a player starts where the one before it ended',
  ],
  ['a rollback forgotten', 'DELETE FROM ledger.rollbacks', 'every rollback is recorded'],
  [
    'a win without its bet',
    `UPDATE ledger.movements SET kind = 'gift' WHERE kind = 'bet'`,
    'a win has an accepted bet in its round',
  ],
  [
    'a round rewritten',
    'UPDATE games.rounds SET won = won + 1',
    "a round's stake, winnings and bets are those of its movements",
  ],
  [
    'a push lost',
    `DELETE FROM outbox.events WHERE id = (SELECT max(id) FROM outbox.events)`,
    'every movement of a wallet has its push',
  ],
  [
    'a version turned back',
    'UPDATE wallet.accounts SET version = 1',
    'the version of an account increases with every movement',
  ],
  [
    'money held for no withdrawal',
    'UPDATE wallet.accounts SET cash = cash - 1, held = held + 1',
    'the held balance of a wallet is the sum of its open withdrawals',
  ],
  [
    'a win paid to the wrong part',
    `UPDATE ledger.entries SET account_id = account_id + 1 WHERE amount > 0 AND movement_id = (SELECT max(id) FROM ledger.movements WHERE kind = 'win')`,
    'a win is split in the same parts as the stake of its round',
  ],
  [
    'a wager pushed on',
    'UPDATE wallet.accounts SET wager_placed = wager_placed + 1000',
    'progress towards a wagering requirement is at most what was staked in its wallet',
  ],
  [
    'a wager pushed on by a cent',
    'UPDATE wallet.accounts SET wager_placed = 51',
    'progress towards a wagering requirement is at most what was staked in its wallet',
  ],
  [
    'a wager begun without a stake',
    `DELETE FROM ledger.movements WHERE kind IN ('bet', 'rollback'); UPDATE wallet.accounts SET wager_placed = 1`,
    'progress towards a wagering requirement is at most what was staked in its wallet',
  ],
  [
    'a final invoice turned',
    `${invoice("status = 3, stage = 'failed'")}; UPDATE payments.invoices SET status = 2, stage = 'paid'`,
    'a final invoice never changed its final state',
  ],
  [
    'a final invoice without its end',
    `${invoice("status = 3, stage = 'failed'")}; DELETE FROM payments.invoice_events`,
    'a final invoice never changed its final state',
  ],
  [
    'a flag taken off',
    `${invoice("flag = 'another amount'")}; UPDATE payments.invoices SET flag = NULL`,
    'the flag of an invoice is recorded until an operator has settled it',
  ],
  [
    'money in suspense that nobody waits for',
    `INSERT INTO ledger.house_balances (account_id, slot, balance) VALUES (ledger.house_account('house:suspense:EUR'), 0, 5)`,
    'the suspense account equals the sum of the open flags',
  ],
  [
    'money missing from suspense',
    `${invoice("flag = 'another amount'")}; UPDATE payments.flags SET is_suspended = true, amount = 5, currency = 'EUR'`,
    'the suspense account equals the sum of the open flags',
  ],
  [
    'a settlement that was not booked',
    `${invoice("flag = 'another amount'")}; UPDATE payments.flags SET settled_at = now(), decision = 'keep', reason = 'x'`,
    'a settled flag was posted once, and a dismissed one was not',
  ],
  ['a free spin used unseen', freeSpins({ used: 1 }), 'the free spins used equal the bets that used them'],
  [
    'a win of a free spin that was noted and never set aside',
    freeSpins({ won: 50, wins_as_bonus: true }),
    'wins of free spins set aside equal those won and neither credited nor forfeited',
  ],
  [
    'a bonus of free-spin wins before the spins are over',
    freeSpins({ status: 2, won: 50, wins_settled: 50, wins_as_bonus: true, wins_bonus_id: 'gen_random_uuid()' }),
    'a bonus of free-spin wins has their amount and is granted once, after the spins are over',
  ],
  [
    'a swap that no movement carried out',
    `INSERT INTO wallet.swaps (player_id, from_currency, to_currency, from_amount, to_amount, base_amount, rates_version, rate, spread_percent, quoted_at, expires_at, confirmed_at)
    VALUES (gen_random_uuid(), 'EUR', 'USD', 5, 5, 5, 1, '1', 0, now(), now(), now())`,
    'a confirmed swap was taken once and credited once, in the amounts of its quote; another quote moved nothing',
  ],
  [
    'money in a vault that no entry brought there',
    'UPDATE wallet.accounts SET vault = 5',
    'a stored balance equals the sum of its entries',
  ],
  [
    'open releases of more than the vault contains',
    `INSERT INTO wallet.vault_releases (player_id, currency, amount, requested_at, release_at) SELECT player_id, currency, 5, now(), now() FROM wallet.accounts LIMIT 1`,
    'open releases of a vault are at most its balance',
  ],
  [
    'a release from a vault that was never paid',
    `INSERT INTO wallet.vault_releases (player_id, currency, amount, requested_at, release_at, outcome, ended_at)
    SELECT player_id, currency, 5, now(), now(), 'released', now() FROM wallet.accounts LIMIT 1`,
    'a release from a vault was paid once, in its amount; a cancelled or open one was not',
  ],
  [
    'a finished tournament that paid nothing of its pool',
    tournament('finished', 500),
    'the pool of a finished tournament, with its entries less fees, equals what was paid or is due to winners, and what was returned',
  ],
  [
    'a running tournament with a pool that was never put aside',
    tournament('running', 500),
    'the prize account equals the pools and entries of tournaments, less what was paid, returned and taken as fees',
  ],
  [
    'a price of an entry that the ledger never took',
    `${withBuyIn('published')};
    INSERT INTO rewards.tournament_entries (id, run_id, player_id, price, movement_id, entered_at)
    SELECT gen_random_uuid(), id, gen_random_uuid(), 500, (SELECT max(id) FROM ledger.movements), now() FROM rewards.tournament_runs`,
    'an entry of a tournament was paid once with its price, and refunded once or not at all, to the same account',
  ],
  [
    'a player in a tournament with a buy-in who paid nothing',
    `${withBuyIn('running')};
    INSERT INTO rewards.tournament_scores (run_id, player_id, joined_at, joined_after) SELECT id, gen_random_uuid(), now(), 0 FROM rewards.tournament_runs`,
    'a tournament with a buy-in is played by those who paid, and what it collected is what they paid',
  ],
  [
    'fees of entries that were never taken',
    `${withBuyIn('finalising', 500)}; UPDATE rewards.tournament_runs SET ranked_at = now(), fees = 50`,
    'fees of a tournament are taken once it is ranked, for each entry',
  ],
  [
    'a place without its prize in a finished tournament',
    `${tournament('finished', 0)};
    INSERT INTO rewards.tournament_scores (run_id, player_id, place) SELECT id, gen_random_uuid(), 1 FROM rewards.tournament_runs`,
    'a place of a tournament has one prize, granted once the tournament is finished',
  ],
  [
    'a quest that is completed without its tasks',
    `INSERT INTO rewards.player_quests (id, player_id, identity, version, run, currency, state, in_sequence, after_movement, after_fact,
      activated_at, expires_at, expires_as, finished_at, rewards, is_automatic, reward_state, revision)
    VALUES (gen_random_uuid(), gen_random_uuid(), 'x', 1, 1, 'EUR', 3, false, 0, 0, now(), now(), 5, now(), '[]', false, 'earned', 1)`,
    'a quest is completed if and only if all of its tasks are; one that is over is not completed later',
  ],
  [
    'a reward of a quest that nobody claimed',
    `WITH quest AS (
      INSERT INTO rewards.player_quests (id, player_id, identity, version, run, currency, state, in_sequence, after_movement, after_fact,
        activated_at, expires_at, expires_as, rewards, is_automatic, reward_state, revision)
      VALUES (gen_random_uuid(), gen_random_uuid(), 'x', 1, 1, 'EUR', 2, false, 0, 0, now(), now(), 5, '[{}]', false, 'locked', 1) RETURNING id, player_id)
    INSERT INTO rewards.grants (id, player_id, source, source_id, ordinal, reward, amount, title, status, reason, created_at)
    SELECT gen_random_uuid(), player_id, 'quest', id::text, 0, 'points', 5, '{}', 'due', 'x', now() FROM quest`,
    'rewards of quests were granted for completed quests only, as many as were promised',
  ],
])('%s: reconciliation reports it', async (_case, damage, invariant) => {
  expect(await afterDamage(damage)).toContain(invariant)
  expect(logged.join()).toContain(invariant)
})

test('the jobs run and report nothing for an intact ledger', async () => {
  for (const { name, run } of ledgerJobs({ db, log, invariants: allInvariants, clock: { now: () => new Date() } }))
    await run(new AbortController().signal, { kind: 'system', job: name })
  expect(logged).toEqual([])
})
