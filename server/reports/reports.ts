/**
 * What each report contains. Amounts are in subunits here; `produce.ts` writes them in units of the row's currency. Sums
 * are of what the ledger booked on a day (UTC), so that they equal a recount of it: a stake counts on the day on which it
 * was taken, a win on the day on which it was paid.
 */
import { type RawBuilder, sql } from 'kysely'
import type { ReportColumn, ReportGroup, ReportName } from '#contract/desk/reports.ts'

export type ReportQuery = {
  from: string
  until: string
  by: ReportGroup | undefined
  currency: string | undefined
  country: string | undefined
  studio: string | undefined
  game: string | undefined
  player: string | undefined
}
type Cell = string | null
export type ReportDefinition = {
  version: number
  columns(query: ReportQuery): ReportColumn[]
  /** Every row, in order. Columns as in `columns`, and a column `row_currency`. */
  rows(query: ReportQuery): RawBuilder<Record<string, Cell>>
  /** One row for each currency, with the sums of the same columns. */
  totals(query: ReportQuery): RawBuilder<Record<string, Cell>>
}

/** Accounts whose tag says that they are for tests are in no report. */
const testTag = 'test'

type Line = { key: string; kinds: string[]; sign: 1 | -1 }
/** Lines of money by kinds of movement. What players pay counts as positive in `stakes` and `withdrawals`. */
const lines: Line[] = [
  {
    key: 'stakes',
    kinds: ['bet', 'rollback', 'sports-bet', 'sports-bet-returned', 'jackpot-stake', 'jackpot-stake-returned'],
    sign: -1,
  },
  {
    key: 'wins',
    kinds: [
      'win',
      'free-spins-paid',
      'sports-settled',
      'sports-cashed-out',
      'sports-voided',
      'sports-corrected',
      'jackpot-won',
      'jackpot-shared',
    ],
    sign: 1,
  },
  { key: 'bonuses', kinds: ['bonus-granted', 'bonus-cancelled', 'bonus-expired', 'bonus-lost'], sign: 1 },
  {
    key: 'rewards',
    kinds: [
      'quest-reward',
      'level-reward',
      'cashback',
      'rakeback',
      'operator-reward',
      'prize-paid',
      'tournament-entry',
      'tournament-entry-returned',
    ],
    sign: 1,
  },
  { key: 'deposits', kinds: ['deposit', 'deposit-reversed', 'deposit-restored'], sign: 1 },
  { key: 'withdrawals', kinds: ['withdrawal-paid', 'withdrawal-corrected'], sign: -1 },
  { key: 'compensations', kinds: ['payout-compensation'], sign: 1 },
  { key: 'adjustments', kinds: ['adjustment-credit', 'adjustment-debit'], sign: 1 },
]
const amount = (key: string): ReportColumn => ({ key, kind: 'amount' })
const moneyColumns = [
  'stakes',
  'wins',
  'ggr',
  'bonuses',
  'rewards',
  'ngr',
  'deposits',
  'withdrawals',
  'compensations',
  'adjustments',
].map(amount)
/** What no other line has, and the change of all balances of players: the sum of everything. */
const restColumns = ['other', 'change'].map(amount)

const changed = sql`(days.cash + days.bonus + days.held + days.vault)`
const sumOf = (kinds: string[], sign: 1 | -1) =>
  sql`coalesce(sum(${changed}) FILTER (WHERE days.kind = ANY (${kinds})), 0) * ${sql.lit(sign)}`
const lineOf = (key: string) => {
  const { kinds, sign } = lines.find((line) => line.key === key)!
  return sumOf(kinds, sign)
}
const ggr = sql`(${lineOf('stakes')}) - (${lineOf('wins')})`
const moneySums = sql`
  (${lineOf('stakes')})::text AS stakes, (${lineOf('wins')})::text AS wins, (${ggr})::text AS ggr,
  (${lineOf('bonuses')})::text AS bonuses, (${lineOf('rewards')})::text AS rewards,
  (${ggr} - (${lineOf('bonuses')}) - (${lineOf('rewards')}))::text AS ngr,
  (${lineOf('deposits')})::text AS deposits, (${lineOf('withdrawals')})::text AS withdrawals,
  (${lineOf('compensations')})::text AS compensations, (${lineOf('adjustments')})::text AS adjustments,
  coalesce(sum(${changed}) FILTER (WHERE days.kind <> ALL (${lines.flatMap(({ kinds }) => kinds)})), 0)::text AS other,
  sum(${changed})::text AS change`

const playerDays = (query: ReportQuery) => sql`
  FROM reports.player_days AS days JOIN reports.players AS account USING (player_id)
  WHERE days.day BETWEEN ${query.from}::date AND ${query.until}::date
    AND NOT EXISTS (SELECT FROM reports.tags WHERE tags.player_id = days.player_id AND tags.tag = ${testTag})
    AND ${equal(sql`days.currency`, query.currency)} AND ${equal(sql`account.country`, query.country)}
    AND (${query.player ?? null}::uuid IS NULL OR days.player_id = ${query.player ?? null}::uuid)`

const equal = (column: RawBuilder<unknown>, value: string | undefined) =>
  value === undefined ? sql`true` : sql`${column} = ${value}`

const money: ReportDefinition = {
  version: 2,
  columns: ({ by }) => [
    { key: by === 'country' ? 'country' : 'day', kind: 'text' },
    { key: 'currency', kind: 'text' },
    { key: 'players', kind: 'count' },
    ...moneyColumns,
    ...restColumns,
  ],
  rows: (query) => sql`
    SELECT ${query.by === 'country' ? sql`account.country` : sql`days.day::text AS day`}, days.currency,
      days.currency AS row_currency, count(DISTINCT days.player_id)::text AS players, ${moneySums}
    ${playerDays(query)} GROUP BY 1, 2 ORDER BY 1, 2`,
  totals: (query) => sql`
    SELECT days.currency, days.currency AS row_currency, count(DISTINCT days.player_id)::text AS players, ${moneySums}
    ${playerDays(query)} GROUP BY 1 ORDER BY 1`,
}

const players: ReportDefinition = {
  version: 2,
  columns: () => [
    { key: 'day', kind: 'text' },
    { key: 'player', kind: 'player' },
    { key: 'country', kind: 'text' },
    { key: 'currency', kind: 'text' },
    ...moneyColumns,
    ...restColumns,
  ],
  rows: (query) => sql`
    SELECT days.day::text AS day, days.player_id::text AS player, account.country, days.currency,
      days.currency AS row_currency, ${moneySums}
    ${playerDays(query)} GROUP BY days.day, days.player_id, account.country, days.currency
    ORDER BY days.day, days.player_id, days.currency`,
  totals: money.totals,
}

const groups: Record<ReportGroup, RawBuilder<unknown>> = {
  day: sql`days.day::text`,
  game: sql`days.game_id`,
  studio: sql`days.studio`,
  country: sql`days.country`,
}
const gameSums = sql`
  sum(days.rounds)::text AS rounds, sum(days.stake)::text AS stakes, sum(days.bonus_stake)::text AS "bonusStakes",
  sum(days.free_stake)::text AS "freeStakes", sum(days.won)::text AS wins,
  (sum(days.stake) - sum(days.won))::text AS ggr,
  round(sum(days.won) * 100 / nullif(sum(days.stake) + sum(days.free_stake), 0), 2)::text AS "actualReturn"`
const gameDays = (query: ReportQuery) => sql`
  FROM reports.game_days AS days
  WHERE days.day BETWEEN ${query.from}::date AND ${query.until}::date
    AND ${equal(sql`days.currency`, query.currency)} AND ${equal(sql`days.country`, query.country)}
    AND ${equal(sql`days.studio`, query.studio)} AND ${equal(sql`days.game_id`, query.game)}`

const games: ReportDefinition = {
  version: 1,
  columns: ({ by = 'game' }) => [
    { key: by, kind: 'text' },
    { key: 'currency', kind: 'text' },
    { key: 'rounds', kind: 'count' },
    amount('stakes'),
    amount('bonusStakes'),
    amount('freeStakes'),
    amount('wins'),
    amount('ggr'),
    { key: 'actualReturn', kind: 'percent' },
  ],
  rows: (query) => sql`
    SELECT ${groups[query.by ?? 'game']} AS ${sql.ref(query.by ?? 'game')}, days.currency,
      days.currency AS row_currency, ${gameSums}
    ${gameDays(query)} GROUP BY 1, 2 ORDER BY 1, 2`,
  totals: (query) => sql`
    SELECT days.currency, days.currency AS row_currency, ${gameSums} ${gameDays(query)} GROUP BY 1 ORDER BY 1`,
}

/** By the day on which a break or an exclusion began; one that was extended begins once. */
const begun = (query: ReportQuery) => sql`
  FROM reports.exclusions AS begun
  WHERE begun.day BETWEEN ${query.from}::date AND ${query.until}::date AND ${equal(sql`begun.country`, query.country)}`
const exclusionSums = sql`
  count(*) FILTER (WHERE begun.is_exclusion)::text AS exclusions,
  count(*) FILTER (WHERE NOT begun.is_exclusion)::text AS breaks,
  count(DISTINCT begun.player_id)::text AS players`
const exclusions: ReportDefinition = {
  version: 1,
  columns: ({ by }) => [
    { key: by === 'country' ? 'country' : 'day', kind: 'text' },
    { key: 'exclusions', kind: 'count' },
    { key: 'breaks', kind: 'count' },
    { key: 'players', kind: 'count' },
  ],
  rows: (query) => sql`
    SELECT ${query.by === 'country' ? sql`begun.country` : sql`begun.day::text AS day`}, NULL AS row_currency,
      ${exclusionSums} ${begun(query)} GROUP BY 1 ORDER BY 1`,
  totals: (query) => sql`SELECT NULL AS row_currency, ${exclusionSums} ${begun(query)}`,
}

/** By the day on which a complaint was filed. Late is one whose first answer came after its clock had run out. */
const filed = (query: ReportQuery) => sql`
  FROM reports.complaints AS filed
  WHERE filed.day BETWEEN ${query.from}::date AND ${query.until}::date AND ${equal(sql`filed.country`, query.country)}`
const complaintSums = sql`
  count(*)::text AS complaints, count(*) FILTER (WHERE filed.outcome = 'upheld')::text AS upheld,
  count(*) FILTER (WHERE filed.outcome = 'partly')::text AS partly,
  count(*) FILTER (WHERE filed.outcome = 'rejected')::text AS rejected,
  count(*) FILTER (WHERE filed.outcome IS NULL)::text AS unanswered,
  count(*) FILTER (WHERE filed.status = 'final')::text AS "finalLetters", count(*) FILTER (WHERE filed.is_late)::text AS late`
const complaints: ReportDefinition = {
  version: 1,
  columns: () => [
    { key: 'category', kind: 'text' },
    ...['complaints', 'upheld', 'partly', 'rejected', 'unanswered', 'finalLetters', 'late'].map(
      (key): ReportColumn => ({ key, kind: 'count' }),
    ),
  ],
  rows: (query) => sql`
    SELECT filed.category, NULL AS row_currency, ${complaintSums} ${filed(query)} GROUP BY 1 ORDER BY 1`,
  totals: (query) => sql`SELECT NULL AS row_currency, ${complaintSums} ${filed(query)}`,
}

export const reports: Record<ReportName, ReportDefinition> = { money, games, players, exclusions, complaints }
