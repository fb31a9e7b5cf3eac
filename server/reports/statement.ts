/**
 * A player's statement of a month or a year (UTC), read from the ledger. Entries never change and later corrections are
 * later entries, so once a period is final its statement has the same bytes at any time: nothing in the file depends on
 * texts, on the language, on today's games or on when it is written. A change of `columns` or `products` changes
 * statements that were signed before.
 */
import { type Kysely, sql } from 'kysely'
import { toWire } from '#contract/money.ts'
import {
  type Statement,
  type StatementLine,
  type StatementPeriods,
  type StatementProduct,
  statementAccounts,
  statementProducts,
} from '#contract/statements.ts'
import { byteOrderMark, type Cell, csvLine } from '../kernel/csv.ts'
import type { Tables } from '../kernel/db/tables.ts'
import type { KernelDeps } from '../deps.ts'
import { inHouseStudioSlug } from '../partners/game-studio/in-house-studio.ts'
import { inUnits } from '../reference/index.ts'

/** Longer than any transaction: a movement has the time at which its transaction began. */
const graceMs = 3_600_000

type Db = { kysely: Kysely<Tables> }
type Period = StatementPeriods[number]

const kinds: Record<Exclude<StatementProduct, 'shared' | 'other'>, string[]> = {
  deposits: ['deposit', 'deposit-reversed', 'deposit-restored', 'payment-debt-paid'],
  withdrawals: ['withdrawal-hold', 'withdrawal-paid', 'withdrawal-returned', 'withdrawal-corrected'],
  casino: [
    'bet',
    'win',
    'rollback',
    'free-spins-paid',
    'jackpot-stake',
    'jackpot-stake-returned',
    'jackpot-won',
    'jackpot-shared',
  ],
  sports: [
    'sports-bet',
    'sports-bet-returned',
    'sports-settled',
    'sports-cashed-out',
    'sports-voided',
    'sports-corrected',
    'sports-debt-paid',
  ],
  tournaments: ['tournament-entry', 'tournament-entry-returned', 'prize-paid'],
  bonuses: ['bonus-granted', 'bonus-converted', 'bonus-cancelled', 'bonus-expired', 'bonus-lost'],
  rewards: ['quest-reward', 'level-reward', 'cashback', 'rakeback', 'operator-reward', 'payout-compensation'],
  swaps: ['swap-out', 'swap-in', 'charge-out', 'charge-in'],
  vault: ['vault-in', 'vault-out', 'vault-charged'],
  adjustments: ['adjustment-credit', 'adjustment-debit', 'closed-account-paid'],
}
const products = new Map(
  Object.entries(kinds).flatMap(([product, names]) => names.map((name) => [name, product as StatementProduct])),
)

/** Of a kind of movement; those of shared games depend on the round and are told apart in the query. */
export const productOf = (kind: string): StatementProduct => products.get(kind) ?? 'other'

/** What a player has won or lost. */
const played: readonly StatementProduct[] = ['casino', 'shared', 'sports', 'tournaments']

/** Null for a period that has not begun, or that ended before the account was opened. */
export async function findPeriod({ db, clock }: KernelDeps, playerId: string, period: string): Promise<Period | null> {
  const registeredAt = await readRegistration(db, playerId)
  const found = registeredAt && periodOf(period, clock.now())
  const isWithin = found && Date.parse(found.from) <= clock.now().getTime() && Date.parse(found.until) > +registeredAt
  return isWithin ? found : null
}

/** Newest first: each year, and below it its months. */
export async function listPeriods({ db, clock }: KernelDeps, playerId: string): Promise<StatementPeriods> {
  const registeredAt = await readRegistration(db, playerId)
  if (!registeredAt) return []
  const now = clock.now()
  const first = registeredAt.toISOString().slice(0, 7)
  const last = now.toISOString().slice(0, 7)
  const periods: string[] = []
  for (let year = now.getUTCFullYear(); year >= registeredAt.getUTCFullYear(); year--) {
    periods.push(String(year))
    for (let month = 12; month >= 1; month--) periods.push(`${year}-${String(month).padStart(2, '0')}`)
  }
  return periods
    .filter((period) => period.length === 4 || (period >= first && period <= last))
    .map((period) => periodOf(period, now))
}

async function readRegistration({ kysely }: Db, playerId: string): Promise<Date | null> {
  const row = await kysely
    .selectFrom('reports.players')
    .select('registered_at')
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return row?.registered_at ?? null
}

function periodOf(period: string, now: Date): Period {
  const [year, month] = period.split('-').map(Number) as [number, number?]
  const from = new Date(0)
  from.setUTCFullYear(year, (month ?? 1) - 1, 1)
  const until = new Date(from)
  if (month === undefined) until.setUTCFullYear(year + 1)
  else until.setUTCMonth(month)
  return {
    period,
    from: from.toISOString(),
    until: until.toISOString(),
    isFinal: now.getTime() >= until.getTime() + graceMs,
  }
}

type Row = {
  currency: string
  account: (typeof statementAccounts)[number]
  /** Null for everything before the period. */
  kind: string | null
  is_shared: boolean
  entries: number
  credit: string
  debit: string
}

/** One statement reads everything, so that the figures of a running period fit together. */
export async function readStatement({ kysely }: Db, playerId: string, period: Period): Promise<Statement> {
  const shared = sql`(reference_kind = 'round' AND actor = ${`studio:${inHouseStudioSlug}`} AND has_chain)`
  const [wallets, { rows }] = await Promise.all([
    kysely
      .selectFrom('reports.wallets')
      .select(sql<string>`currency`.as('currency'))
      .where('player_id', '=', playerId)
      .where('opened_at', '<', new Date(period.until))
      .orderBy(sql`currency COLLATE "C"`)
      .execute(),
    sql<Row>`
      SELECT currency, account, CASE WHEN at >= ${period.from}::timestamptz THEN kind END AS kind,
        CASE WHEN at >= ${period.from}::timestamptz THEN ${shared} ELSE false END AS is_shared, count(*)::int AS entries,
        coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::text AS credit,
        coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)::text AS debit
      FROM reports.own_entries WHERE player_id = ${playerId} AND at < ${period.until}::timestamptz
      GROUP BY 1, 2, 3, 4`.execute(kysely),
  ])
  return {
    ...period,
    playerId,
    currencies: wallets.map(({ currency }) =>
      currencyOf(
        currency,
        rows.filter((row) => row.currency === currency),
      ),
    ),
  }
}

const netOf = ({ credit, debit }: Pick<Row, 'credit' | 'debit'>): bigint => BigInt(credit) - BigInt(debit)
const sumOf = (rows: Row[]): bigint => rows.reduce((sum, row) => sum + netOf(row), 0n)

function currencyOf(currency: string, rows: Row[]): Statement['currencies'][number] {
  const moved = rows.filter(({ kind }) => kind !== null)
  const lines = moved
    .map((row) => ({ ...row, kind: row.kind!, product: row.is_shared ? ('shared' as const) : productOf(row.kind!) }))
    .toSorted(inOrder)
  return {
    currency,
    accounts: statementAccounts.map((account) => {
      const own = rows.filter((row) => row.account === account)
      const opening = sumOf(own.filter(({ kind }) => kind === null))
      return { account, opening: toWire(opening), closing: toWire(sumOf(own)) }
    }),
    lines: lines.map(({ account, product, kind, entries, credit, debit }) => ({
      account,
      product,
      kind,
      entries,
      credit: toWire(BigInt(credit)),
      debit: toWire(BigInt(debit)),
    })),
    result: toWire(sumOf(lines.filter(({ product }) => played.includes(product)))),
  }
}

type Placed = Pick<StatementLine, 'product' | 'kind' | 'account'>
const placeOf = ({ product, kind, account }: Placed): string =>
  `${String(statementProducts.indexOf(product)).padStart(2, '0')} ${kind} ${statementAccounts.indexOf(account)}`
/** By code units, so that no locale of the machine changes it. */
const inOrder = (one: Placed, other: Placed): number => (placeOf(one) < placeOf(other) ? -1 : 1)

const columns = [
  'fairhouse statement',
  'player',
  'period',
  'from',
  'until',
  'final',
  'currency',
  'account',
  'product',
  'kind',
  'entries',
  'credit',
  'debit',
  'amount',
]

/**
 * The bytes that are signed. A row is a `statement`, which names the period, or in each currency the `opening` balance of
 * an account, a `movement`, its `closing` balance, or the `result`. Amounts are in units of the currency.
 */
export function toCsv({ playerId, period, from, until, isFinal, currencies }: Statement): string {
  const about = [playerId, period, from, until, isFinal ? 'yes' : 'no']
  const row = (record: string, texts: string[] = [], figures: string[] = []): string => {
    const places: Cell[] = [
      ...[record, ...about, ...texts, '', '', '', ''].slice(0, 10).map((text) => ({ text })),
      ...figures.map((figure) => ({ figure })),
    ]
    return csvLine(places)
  }
  const balance = (record: string, currency: string, account: string, amount: number): string =>
    row(record, [currency, account], ['', '', '', units(amount, currency)])
  return [
    byteOrderMark,
    csvLine(columns.map((text) => ({ text }))),
    row('statement', [], ['', '', '', '']),
    ...currencies.flatMap(({ currency, accounts, lines, result }) => [
      ...accounts.map(({ account, opening }) => balance('opening', currency, account, opening)),
      ...lines.map(({ account, product, kind, entries, credit, debit }) =>
        row(
          'movement',
          [currency, account, product, kind],
          [String(entries), units(credit, currency), units(debit, currency), units(credit - debit, currency)],
        ),
      ),
      ...accounts.map(({ account, closing }) => balance('closing', currency, account, closing)),
      row('result', [currency], ['', '', '', units(result, currency)]),
    ]),
  ].join('')
}

/** In units of the currency. */
export const units = (amount: number, currency: string): string => inUnits(BigInt(amount), currency).amount
