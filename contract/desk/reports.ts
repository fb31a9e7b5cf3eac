/** Reports: sums of the ledger by day, as tables and as CSV; and returns of games compared with the theoretical ones. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { Reason } from './common.ts'

export const reportNames = ['money', 'games', 'players', 'exclusions', 'complaints'] as const
export type ReportName = (typeof reportNames)[number]
export const reportGroups = ['day', 'game', 'studio', 'country'] as const
export type ReportGroup = (typeof reportGroups)[number]

const Column = z.object({
  key: z.string(),
  /** How a cell reads: a text, a number, an amount in the row's currency, a percentage, or a player's id. */
  kind: z.enum(['text', 'count', 'amount', 'percent', 'player']),
})
export type ReportColumn = z.output<typeof Column>

/** Cells in the order of the columns: exact decimals as text; null where there is none. */
const Row = z.array(z.string().nullable())

const Report = z.object({
  name: z.enum(reportNames),
  /** Changes when a column comes to mean something else. */
  version: z.number(),
  from: z.iso.date(),
  until: z.iso.date(),
  filters: z.record(z.string(), z.string()),
  producedAt: z.iso.datetime(),
  /** Everything that was booked before is counted; null: everything. */
  completeUntil: z.iso.datetime().nullable(),
  columns: z.array(Column),
  rows: z.array(Row),
  /** One row for each currency, with the columns of the report. */
  totals: z.array(Row),
  /** True: there are more rows than are shown here; the file has all. */
  isCut: z.boolean(),
})
export type Report = z.output<typeof Report>

const query = z.object({
  from: z.iso.date(),
  /** Included. */
  until: z.iso.date(),
  /** Of the report of money: day or country. Of games: day, game, studio or country. */
  by: z.enum(reportGroups).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3,5}$/)
    .optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  studio: z.string().max(80).optional(),
  game: z.string().max(80).optional(),
  player: z.uuid().optional(),
})
const params = z.object({ report: z.enum(reportNames) })
const refusals = {
  periodInvalid: { status: HttpStatus.unprocessable, description: 'The last day is before the first one' },
  periodTooLong: { status: HttpStatus.unprocessable, description: 'A report covers at most 400 days' },
}

export const readReport = endpoint({
  method: 'GET',
  path: '/api/reports/{report}',
  access: 'operator',
  scope: 'reports:read',
  summary: 'A report with up to 1,000 rows',
  params,
  query,
  reply: Report,
  refusals,
})

export const downloadReport = endpoint({
  method: 'GET',
  path: '/api/reports/{report}/csv',
  access: 'operator',
  scope: 'reports:read',
  summary: 'The same report as a file of comma-separated values, with all rows',
  params,
  query,
  isDownload: true,
  refusals,
})

const Return = z.object({
  studio: z.string(),
  game: z.string(),
  title: z.string(),
  currency: z.string(),
  /** The stakes of these rounds, such as `0.10 to 0.99`. */
  stakes: z.string(),
  rounds: z.number(),
  staked: z.string(),
  won: z.string(),
  /** Percent. Null: the studio does not state it. */
  expected: z.number().nullable(),
  actual: z.number(),
  /** Distance in standard deviations; null where too few rounds were played. */
  deviations: z.number().nullable(),
})
export type GameReturn = z.output<typeof Return>

export const listReturns = endpoint({
  method: 'GET',
  path: '/api/returns',
  access: 'operator',
  scope: 'games:read',
  summary: 'Actual and theoretical return of each game and stake level, the most unlikely first',
  query: z.object({ from: z.iso.date(), until: z.iso.date() }),
  reply: z.array(Return),
  refusals,
})

const Alarm = Return.extend({
  id: z.uuid(),
  from: z.iso.date(),
  until: z.iso.date(),
  raisedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
})
export type ReturnAlarm = z.output<typeof Alarm>

export const listReturnAlarms = endpoint({
  method: 'GET',
  path: '/api/return-alarms',
  access: 'operator',
  scope: 'games:read',
  summary: 'Returns that chance does not explain, undecided ones first',
  reply: z.array(Alarm),
})

export const decideReturnAlarm = endpoint({
  method: 'POST',
  path: '/api/return-alarms/{id}',
  access: 'operator',
  scope: 'games:decide',
  summary: 'Close an alarm with what was found',
  params: z.object({ id: z.uuid() }),
  body: z.object({ reason: Reason }),
  refusals: {
    alarmNotFound: { status: HttpStatus.notFound, description: 'There is no such alarm' },
    alarmDecided: { status: HttpStatus.conflict, description: 'Somebody else has closed it' },
  },
})
