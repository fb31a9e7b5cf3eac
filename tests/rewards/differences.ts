/** Compares what the product has stored and paid with the recount. Each difference is a line; none is right. */
import type { AsOwner } from './load.ts'
import { type Books, convert, countQuest, countRun, groupBy, type Run, type Score, weekOf } from './recount.ts'
import { games, levelCash, rakebackPercents } from './world.ts'

export type Compared = { wrong: string[]; compared: number }
const micros = (column: string) => `(extract(epoch FROM ${column}) * 1000000)::bigint::text`
const big = (value: string | null) => (value === null ? null : BigInt(value))

function collect() {
  const result: Compared = { wrong: [], compared: 0 }
  return {
    result,
    expect(what: string, stored: unknown, counted: unknown) {
      result.compared++
      if (String(stored) !== String(counted))
        result.wrong.push(`${what}: ${String(stored)}, counted ${String(counted)}`)
    },
  }
}

export async function compareCashback(asOwner: AsOwner, { rounds }: Books): Promise<Compared> {
  const { result, expect } = collect()
  const counted = groupBy(
    rounds.filter(({ bonus, free, cash }) => bonus === 0n && free === 0n && cash > 0n),
    ({ player, currency, at }) => `${player} ${currency} ${weekOf(at)}`,
  )
  const { rows } = await asOwner(
    `SELECT player_id || ' ' || currency || ' ' || to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS key, staked, won, rounds
     FROM rewards.cashback_periods`,
  )
  expect('weeks of cashback', rows.length, counted.size)
  for (const { key, staked, won, rounds: count } of rows) {
    const week = counted.get(key) ?? []
    const sum = (column: 'cash' | 'won') => week.reduce((total, each) => total + each[column], 0n)
    expect(`cashback of ${key}`, [staked, won, count], [sum('cash'), sum('won'), week.length])
  }
  return result
}

/** Cash by the formula, from what was counted and what other rewards had paid in that week; later movements came after it. */
export async function comparePaidCashback(asOwner: AsOwner, books: Books, last: bigint): Promise<Compared> {
  const { result, expect } = collect()
  const { rows: weeks } = await asOwner(
    `WITH rewarded AS MATERIALIZED (
       SELECT account.player_id, account.currency, movement.created_at, entry.amount FROM ledger.movements AS movement
       JOIN ledger.entries AS entry ON entry.movement_id = movement.id JOIN ledger.accounts AS account ON account.id = entry.account_id
       WHERE movement.actor = 'rewards' AND movement.kind NOT IN ('cashback', 'rakeback') AND movement.id <= $1)
     SELECT period.player_id AS player, period.currency, period.amount, staked - won AS loss,
       (SELECT level FROM rewards.loyalty_accounts AS account WHERE account.player_id = period.player_id) AS level,
       coalesce(sum(rewarded.amount), 0) AS rewards
     FROM rewards.cashback_periods AS period
     LEFT JOIN rewarded ON rewarded.player_id = period.player_id AND rewarded.currency = period.currency
       AND rewarded.created_at >= starts_at AND rewarded.created_at < starts_at + interval '7 days'
     GROUP BY period.player_id, period.currency, starts_at, period.amount, staked, won`,
    [last],
  )
  const percents = [5, 5, 6, 8.5, 10]
  const least: Record<string, bigint> = { EUR: 50n, USD: 55n, BRL: 300n, BTC: 1000n }
  const most: Record<string, bigint> = { EUR: 4000n, USD: 4400n, BRL: 20_000n, BTC: 100_000n }
  const sums = new Map<string, bigint>()
  for (const { player, currency, amount, loss, level, rewards } of weeks) {
    const lost = BigInt(loss) - BigInt(rewards)
    const part = lost > 0n ? (lost * BigInt(percents[(level ?? 1) - 1]! * 10)) / 1000n : 0n
    const due = part < least[currency]! ? 0n : part > most[currency]! ? most[currency]! : part
    expect(`cashback due to ${player} in ${currency}`, amount, due)
    const key = `cashback ${player} ${currency}`
    if (due > 0n) sums.set(key, (sums.get(key) ?? 0n) + due)
  }
  expectPaid('cashback', books, sums, expect)
  return result
}

function expectPaid(
  kind: string,
  { paid }: Books,
  sums: Map<string, bigint>,
  expect: (what: string, stored: unknown, counted: unknown) => void,
): void {
  const keys = [...paid.keys()].filter((key) => key.startsWith(`${kind} `))
  for (const key of new Set([...keys, ...sums.keys()])) expect(`paid ${key}`, paid.get(key) ?? 0n, sums.get(key) ?? 0n)
}

/** By the version in force when each round settled; what was claimed is paid, and nothing more than was earned. */
export async function compareRakeback(asOwner: AsOwner, books: Books): Promise<Compared> {
  const { result, expect } = collect()
  const { rows: versions } = await asOwner(
    `SELECT ${micros('starts_at')} AS from FROM rewards.definitions WHERE kind = 'rakeback' AND state <> 'draft' ORDER BY version`,
  )
  // Only which versions were known when is taken from the product.
  const { rows: rules } = await asOwner(
    `SELECT after_movement, jsonb_array_length(rule::jsonb -> 'versions') AS known FROM rewards.counting_rules WHERE consumer = 'rakeback' ORDER BY after_movement`,
  )
  const counted = new Map<string, bigint>()
  for (const { movement, at, player, currency, game, cash, bonus, free } of books.rounds) {
    const known = rules.findLast(({ after_movement }) => BigInt(after_movement) < movement)?.known ?? 0
    const index = versions.slice(0, known).findLastIndex(({ from }) => BigInt(from) <= at)
    if (index < 0 || bonus !== 0n || free !== 0n || cash <= 0n) continue
    const { numerator, denominator } = games.find(({ slug }) => slug === game)!
    const hundredths = BigInt(Math.round(rakebackPercents[index]! * 100))
    const earned = (cash * (denominator - numerator) * hundredths * 100n) / denominator
    const key = `${player} ${currency}`
    counted.set(key, (counted.get(key) ?? 0n) + earned)
  }
  const { rows } = await asOwner(
    `SELECT player_id || ' ' || currency AS key, earned, claimed, claims FROM rewards.rakebacks WHERE earned > 0`,
  )
  const claimed = new Map<string, bigint>()
  expect('rakebacks', rows.length, [...counted.values()].filter((sum) => sum > 0n).length)
  for (const row of rows) {
    expect(`rakeback of ${row.key}`, row.earned, counted.get(row.key) ?? 0n)
    expect(`claims of ${row.key} within what was earned`, BigInt(row.claimed) <= BigInt(row.earned) / 1_000_000n, true)
    if (row.claims > 0) claimed.set(`rakeback ${row.key}`, BigInt(row.claimed))
  }
  expectPaid('rakeback', books, claimed, expect)
  return result
}

/** Of spins that are over, everything is credited: one bonus of what was won, and none where nothing was. */
export async function compareSpinWins(asOwner: AsOwner, { setAside }: Books, isOver: boolean): Promise<Compared> {
  const { result, expect } = collect()
  const { rows } = await asOwner(
    `SELECT spins.player_id AS player, spins.won, spins.wins_settled AS settled, spins.status,
       (SELECT count(*) FROM bonuses.player_bonuses AS bonus WHERE bonus.player_id = spins.player_id AND bonus.bonus_id = 'storm') AS bonuses,
       (SELECT coalesce(sum(amount), 0) FROM bonuses.player_bonuses AS bonus WHERE bonus.player_id = spins.player_id AND bonus.bonus_id = 'storm') AS credited
     FROM bonuses.player_freespins AS spins WHERE spins.wins_as_bonus`,
  )
  expect('free spins that pay bonus money', rows.length, setAside.size)
  for (const { player, won, settled, status, bonuses, credited } of rows) {
    expect(`won with free spins by ${player}`, won, setAside.get(player)!)
    expect(`credited to ${player}`, [credited, bonuses], [settled, BigInt(settled) > 0n ? 1 : 0])
    if (isOver && status === 3) expect(`left to credit to ${player}`, BigInt(won) - BigInt(settled), 0n)
  }
  return result
}

export async function compareLoyalty(asOwner: AsOwner, books: Books): Promise<Compared> {
  const { result, expect } = collect()
  const { rows: changes } = await asOwner(
    `SELECT after_movement, rule FROM rewards.counting_rules WHERE consumer = 'loyalty' ORDER BY after_movement DESC`,
  )
  // Only the start of each ladder is taken from the product; its terms come from the ladders of the storm.
  const ladders = changes.toReversed().filter(({ rule }) => JSON.parse(rule).pointsPerUnit.slot > 0)
  const terms = [
    { slot: 25n, dice: 20n, bonus: false },
    { slot: 17n, dice: 30n, bonus: true },
  ]
  expect('ladders that counted', ladders.length <= terms.length, true)
  const points = new Map<string, bigint>()
  for (const { movement, betAt, player, currency, game, cash, bonus } of books.rounds) {
    const index = ladders.findLastIndex(({ after_movement }) => BigInt(after_movement) < movement)
    if (index < 0) continue
    const { bonus: countsBonus, ...by } = terms[index]!
    const counted = countsBonus ? cash + bonus : cash
    const { kind, numerator, denominator } = games.find(({ slug }) => slug === game)!
    // Stake in the base currency, times the edge, times the points of the kind; truncated once, to a millionth.
    const scale = 10n ** 30n
    const base = convert(books.rates, counted, [currency, 'EUR'], betAt, scale)
    const earned = (base * (denominator - numerator) * by[kind] * 1_000_000n) / (denominator * 100n * scale)
    points.set(player, (points.get(player) ?? 0n) + earned)
  }
  const granted = await asOwner(
    `SELECT player_id AS player, sum(amount) AS points FROM rewards.grants WHERE reward = 'points' AND status = 'paid' GROUP BY 1`,
  )
  for (const { player, points: given } of granted.rows)
    points.set(player, (points.get(player) ?? 0n) + BigInt(given) * 1_000_000n)
  const { rows } = await asOwner(
    `SELECT player_id AS player, earned, level,
       (SELECT currency FROM wallet.accounts AS wallet WHERE wallet.player_id = account.player_id AND wallet.status = 1) AS currency,
       (SELECT array_agg(level ORDER BY level) FROM rewards.loyalty_rises AS rise WHERE rise.player_id = account.player_id) AS rises,
       (SELECT sum(earned) FROM rewards.loyalty_months AS month WHERE month.player_id = account.player_id) AS months
     FROM rewards.loyalty_accounts AS account WHERE earned > 0`,
  )
  expect('players with points', rows.length, [...points.values()].filter((sum) => sum > 0n).length)
  const rewards = new Map<string, bigint>()
  for (const { player, earned, level, currency, rises, months } of rows) {
    const counted = points.get(player) ?? 0n
    const reached = [0n, 50n, 150n, 600n, 2400n].filter((from) => from * 1_000_000n <= counted).length
    expect(`points of ${player}`, [earned, months], [counted, counted])
    expect(`level of ${player}`, level, reached)
    expect(
      `levels that ${player} reached`,
      rises ?? [],
      Array.from({ length: reached - 1 }, (_, index) => index + 2),
    )
    const sum = levelCash.slice(0, reached + 1).reduce((total, each) => total + each, 0n)
    if (sum > 0n) rewards.set(`level-reward ${player} ${currency}`, sum)
  }
  expectPaid('level-reward', books, rewards, expect)
  return result
}

/** `isClaimed`: every reward that was earned has been granted. */
export async function compareQuests(asOwner: AsOwner, books: Books, isClaimed: boolean): Promise<Compared> {
  const { result, expect } = collect()
  const { rows } = await asOwner(
    `SELECT quest.id, quest.player_id AS player, quest.identity, quest.state, quest.currency, quest.in_sequence, quest.after_movement, quest.reward_state,
       ${micros('quest.begun_at')} AS begun_at, ${micros('quest.expires_at')} AS expires_at, quest.rewards::text AS rewards, tasks.list
     FROM rewards.player_quests AS quest CROSS JOIN LATERAL (
       SELECT json_agg(json_build_object('type', type, 'quantity', quantity::text, 'multiplier', multiplier::text, 'minStake', min_stake::text,
         'games', games, 'progress', progress::text) ORDER BY position) AS list
       FROM rewards.player_quest_tasks WHERE player_quest_id = quest.id) AS tasks`,
  )
  const roundsOf = groupBy(books.rounds, ({ player }) => player)
  const depositsOf = groupBy(books.deposits, ({ player }) => player)
  const rewards = new Map<string, bigint>()
  for (const row of rows) {
    if (row.state === 4) continue
    const tasks = row.list.map((task: any) => ({
      ...task,
      quantity: BigInt(task.quantity),
      minStake: big(task.minStake),
    }))
    const counted = countQuest(
      {
        player: row.player,
        currency: row.currency,
        inSequence: row.in_sequence,
        afterMovement: BigInt(row.after_movement),
        begunAt: BigInt(row.begun_at),
        expiresAt: BigInt(row.expires_at),
        tasks,
      },
      { rounds: roundsOf.get(row.player) ?? [], deposits: depositsOf.get(row.player) ?? [] },
      books.rates,
    )
    const isDone = counted.every((each, index) => each === tasks[index].quantity * 1_000_000n)
    expect(
      `${row.identity} ${row.id}`,
      tasks.map((task: any) => task.progress),
      counted,
    )
    expect(`state of ${row.identity} ${row.id}`, row.state, isDone ? 3 : 2)
    if (row.reward_state !== 'granted') {
      if (isClaimed && isDone) expect(`reward of ${row.id}`, row.reward_state, 'granted')
      continue
    }
    for (const reward of JSON.parse(row.rewards))
      if (reward.kind === 'cash') {
        const key = `quest-reward ${row.player} ${reward.currency}`
        rewards.set(key, (rewards.get(key) ?? 0n) + BigInt(reward.amount))
      }
  }
  expectPaid('quest-reward', books, rewards, expect)
  return result
}

export async function compareTournaments(asOwner: AsOwner, books: Books): Promise<Compared> {
  const { result, expect } = collect()
  const { rows } = await asOwner(
    `SELECT id, identity, state, version, score_by, first_rounds, best_rounds, multiplier_cap, min_stake, games, currencies, counts_bonus_money, counts_free_spins, entry,
       ${micros('starts_at')} AS from, ${micros('ends_at')} AS to FROM rewards.tournament_runs ORDER BY id`,
  )
  const prizes = new Map<string, bigint>()
  for (const row of rows) {
    const stored = await asOwner(
      `SELECT player_id AS player, score, reached, rounds, joined_after, place, prize_status FROM rewards.tournament_scores WHERE run_id = $1`,
      [row.id],
    )
    const run: Run = {
      scoreBy: row.score_by,
      first: row.first_rounds,
      best: row.best_rounds,
      cap: big(row.multiplier_cap),
      minStake: BigInt(row.min_stake),
      games: row.games,
      currencies: row.currencies,
      bonusMoney: row.counts_bonus_money,
      freeSpins: row.counts_free_spins,
      from: BigInt(row.from),
      to: BigInt(row.to),
      joined:
        row.entry === 'automatic'
          ? null
          : new Map(stored.rows.map(({ player, joined_after }) => [player, BigInt(joined_after)])),
    }
    const counted = countRun(run, books.rounds, books.rates)
    const played = stored.rows.filter(({ rounds }) => rounds > 0)
    expect(`players of ${row.identity}`, played.length, counted.length)
    const own = new Map<string, Score>(counted.map((score) => [score.player, score]))
    for (const { player, score, reached, rounds } of played) {
      const other = own.get(player)
      expect(
        `score of ${player} in ${row.identity}`,
        [score, reached, rounds],
        [other?.score, other?.reached, other?.rounds],
      )
    }
    if (row.state !== 'finished') continue
    const winners = counted.filter(({ score }) => score > 0n).slice(0, 10)
    for (const [index, { player }] of winners.entries()) {
      const won = stored.rows.find((each) => each.player === player)
      expect(`place of ${player} in ${row.identity}`, [won?.place, won?.prize_status], [index + 1, 'paid'])
      const key = `prize-paid ${player} EUR`
      prizes.set(key, (prizes.get(key) ?? 0n) + (index === 0 ? 5000n : index < 3 ? 2000n : 500n))
    }
    expect(`places in ${row.identity}`, stored.rows.filter(({ place }) => place !== null).length, winners.length)
  }
  expectPaid('prize-paid', books, prizes, expect)
  return result
}

/** Games by day from the recounted rounds; what players' balances changed by day and kind, from the entries. */
export async function compareReports(asOwner: AsOwner, { rounds }: Books): Promise<Compared> {
  const { result, expect } = collect()
  const dayOf = (at: bigint) => new Date(Number(at / 1000n)).toISOString().slice(0, 10)
  const counted = groupBy(rounds, ({ at, game, currency }) => `${dayOf(at)} ${game} ${currency}`)
  const { rows: days } = await asOwner(
    `SELECT day || ' ' || game_id || ' ' || currency AS key, sum(rounds)::text AS rounds, sum(stake)::text AS stake,
       sum(bonus_stake)::text AS bonus, sum(free_stake)::text AS free, sum(won)::text AS won
     FROM reports.game_days GROUP BY 1`,
  )
  expect('days of games in reports', days.length, counted.size)
  for (const { key, ...stored } of days) {
    const own = counted.get(key) ?? []
    const sum = (value: (round: (typeof own)[number]) => bigint) => own.reduce((total, each) => total + value(each), 0n)
    expect(
      `report of ${key}`,
      [stored.rounds, stored.stake, stored.bonus, stored.free, stored.won],
      [
        own.length,
        sum(({ cash, bonus }) => cash + bonus),
        sum(({ bonus }) => bonus),
        sum(({ free }) => free),
        sum(({ won }) => won),
      ],
    )
  }
  const { rows: money } = await asOwner(
    `WITH counted AS (
       SELECT (movement.created_at AT TIME ZONE 'UTC')::date AS day, account.player_id, account.currency, movement.kind,
         sum(entry.amount) AS changed, count(DISTINCT movement.id) AS movements
       FROM ledger.entries AS entry JOIN ledger.movements AS movement ON movement.id = entry.movement_id
       JOIN ledger.accounts AS account ON account.id = entry.account_id WHERE account.player_id IS NOT NULL
       GROUP BY 1, 2, 3, 4)
     SELECT count(*)::int AS rows, count(*) FILTER (WHERE (counted.changed, counted.movements)
       IS DISTINCT FROM (stored.cash + stored.bonus + stored.held + stored.vault, stored.movements))::int AS wrong
     FROM counted FULL JOIN reports.player_days AS stored USING (day, player_id, currency, kind)`,
  )
  expect('days of players in reports that differ', money[0].wrong, 0)
  result.compared += money[0].rows
  return result
}
