/** Produces a report: as rows for the desk, and as a file that is written while it is sent. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type * as contract from '#contract/desk/reports.ts'
import type { ReportColumn } from '#contract/desk/reports.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { byteOrderMark, csvLine } from '../kernel/csv.ts'
import { uncountedSince } from '../kernel/facts/positions.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { FileReply } from '../kernel/http/files.ts'
import { inUnits } from '../reference/index.ts'
import { type ReportQuery, reports } from './reports.ts'

const mostRows = 1000
const mostDays = 400
const dayMs = 86_400_000

type Input = VerbInput<typeof contract.readReport>
type Cell = string | null

export async function readReport(
  ctx: DeskCtx,
  input: Input,
): Promise<Result<ReplyOf<typeof contract.readReport>, RefusalOf<typeof contract.readReport>>> {
  const fault = periodFault(input)
  if (fault) return refuse(fault)
  const { name, query, columns, definition } = reportOf(input)
  const rows = await read(ctx, sql`SELECT * FROM (${definition.rows(query)}) AS report LIMIT ${mostRows + 1}`)
  const totals = await read(ctx, definition.totals(query))
  return ok({
    name,
    version: definition.version,
    from: input.from,
    until: input.until,
    filters: filtersOf(input),
    producedAt: ctx.clock.now().toISOString(),
    completeUntil: (await uncountedSince(ctx.db.kysely, 'report-days'))?.toISOString() ?? null,
    columns,
    rows: rows.slice(0, mostRows).map((row) => cellsOf(row, columns)),
    totals: totals.map((row) => cellsOf(row, columns)),
    isCut: rows.length > mostRows,
  })
}

export async function downloadReport(
  ctx: DeskCtx,
  input: Input,
): Promise<Result<FileReply, RefusalOf<typeof contract.downloadReport>>> {
  const fault = periodFault(input)
  if (fault) return refuse(fault)
  return ok(
    new FileReply({
      name: `${[input.report, input.from, input.until, ...Object.values(filtersOf(input))].join('-')}.csv`,
      mimeType: 'text/csv; charset=utf-8',
      size: null,
      bytes: Readable.from(write(ctx, input), { objectMode: false, highWaterMark: 65_536 }),
    }),
  )
}

/** A head with what was asked for, every row, and the totals. A report of players is read day by day: it can be large. */
async function* write(ctx: DeskCtx, input: Input): AsyncGenerator<string> {
  const { name, query, columns, definition } = reportOf(input)
  const text = (value: string) => ({ text: value })
  const asked = Object.entries(filtersOf(input)).map(([key, value]) => `${key} ${value}`)
  const head = [`report ${name}`, `version ${definition.version}`, `${input.from} to ${input.until}`, ...asked]
  yield byteOrderMark + csvLine([...head, `produced ${ctx.clock.now().toISOString()}`].map(text))
  yield csvLine(columns.map(({ key }) => text(key)))
  for (const part of name === 'players' ? daysOf(query) : [query])
    for (const row of await read(ctx, definition.rows(part))) yield lineOf(cellsOf(row, columns), columns)
  for (const row of await read(ctx, definition.totals(query))) {
    const [, ...cells] = cellsOf(row, columns)
    yield lineOf(['total', ...cells], columns)
  }
}

function lineOf(cells: Cell[], columns: ReportColumn[]): string {
  return csvLine(
    cells.map((cell, index) => {
      const { kind } = columns[index]!
      const isFigure = cell !== null && (kind === 'amount' || kind === 'count' || kind === 'percent')
      return isFigure ? { figure: cell } : { text: cell ?? '' }
    }),
  )
}

function reportOf({ report: name, ...rest }: Input) {
  const query: ReportQuery = {
    from: rest.from,
    until: rest.until,
    by: rest.by,
    currency: rest.currency,
    country: rest.country,
    studio: rest.studio,
    game: rest.game,
    player: rest.player,
  }
  const definition = reports[name]
  return { name, query, definition, columns: definition.columns(query) }
}

const filtersOf = ({ report: _report, from: _from, until: _until, ...filters }: Input): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined))

export function periodFault({ from, until }: { from: string; until: string }) {
  const days = (Date.parse(until) - Date.parse(from)) / dayMs
  return days < 0 ? 'periodInvalid' : days >= mostDays ? 'periodTooLong' : null
}

function daysOf(query: ReportQuery): ReportQuery[] {
  const days: ReportQuery[] = []
  for (let at = Date.parse(query.from); at <= Date.parse(query.until); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10)
    days.push({ ...query, from: day, until: day })
  }
  return days
}

async function read(ctx: DeskCtx, query: ReturnType<(typeof reports)['money']['rows']>) {
  return (await query.execute(ctx.db.kysely)).rows
}

function cellsOf(row: Record<string, Cell>, columns: ReportColumn[]): Cell[] {
  const currency = row['row_currency']
  return columns.map(({ key, kind }) => {
    const value = row[key] ?? null
    return kind === 'amount' && value !== null && currency ? inUnits(BigInt(value), currency).amount : value
  })
}
