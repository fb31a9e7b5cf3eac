/** Signed statements of a player, as the player reads them. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  statementAccounts,
  statementNotFinal,
  statementNotFound,
  statementParams,
  StatementPeriod,
  statementProducts,
} from '../statements.ts'

/** Amounts are in units of the currency, as text. */
const DeskStatement = z.object({
  period: StatementPeriod,
  isFinal: z.boolean(),
  currencies: z.array(
    z.object({
      currency: z.string(),
      accounts: z.array(z.object({ account: z.enum(statementAccounts), opening: z.string(), closing: z.string() })),
      lines: z.array(
        z.object({
          account: z.enum(statementAccounts),
          product: z.enum(statementProducts),
          kind: z.string(),
          entries: z.int(),
          credit: z.string(),
          debit: z.string(),
        }),
      ),
      result: z.string(),
    }),
  ),
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
