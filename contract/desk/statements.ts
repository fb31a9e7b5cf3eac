/** Signed statements of a player, as the player reads them. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  statementCurrencies,
  statementNotFinal,
  statementNotFound,
  statementParams,
  StatementPeriod,
} from '../statements.ts'

const DeskStatement = z.object({
  period: StatementPeriod,
  isFinal: z.boolean(),
  currencies: statementCurrencies(z.string(), z.string()),
})
export type DeskStatement = z.output<typeof DeskStatement>

const params = z.object({ playerId: z.uuid(), ...statementParams })

export const listPlayerStatements = endpoint({
  method: 'GET',
  path: '/api/players/{playerId}/statements',
  access: 'operator',
  scope: 'cashier:read',
  summary: 'The months and years for which there is a statement of a player, newest first',
  params: z.object({ playerId: z.uuid() }),
  reply: z.array(z.object({ period: StatementPeriod, isFinal: z.boolean() })),
})

export const readPlayerStatement = endpoint({
  method: 'GET',
  path: '/api/players/{playerId}/statements/{period}',
  access: 'operator',
  scope: 'cashier:read',
  summary: 'The statement of a player for a month or a year (UTC)',
  params,
  reply: DeskStatement,
  refusals: { statementNotFound },
})

export const downloadPlayerStatement = endpoint({
  method: 'GET',
  path: '/api/players/{playerId}/statements/{period}/csv',
  access: 'operator',
  scope: 'cashier:read',
  summary: 'The statement of a player as CSV',
  params,
  isDownload: true,
  refusals: { statementNotFound },
})

export const downloadPlayerStatementSignature = endpoint({
  method: 'GET',
  path: '/api/players/{playerId}/statements/{period}/signature',
  access: 'operator',
  scope: 'cashier:read',
  summary: "The operator's signature of the CSV",
  params,
  isDownload: true,
  refusals: { statementNotFound, statementNotFinal },
})
