/** Statements of a player for a month or a year (UTC), which the operator signs once the period is over. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SignedWireAmount, WireAmount } from './money.ts'
import * as HttpStatus from './statuses.ts'

/** A month, such as `2026-11`, or a year, such as `2026`. */
export const StatementPeriod = z.string().regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/)

export const statementAccounts = ['cash', 'bonus', 'held', 'vault'] as const
/** In the order in which a statement lists them. */
export const statementProducts = [
  'deposits',
  'withdrawals',
  'casino',
  'shared',
  'sports',
  'tournaments',
  'bonuses',
  'rewards',
  'swaps',
  'vault',
  'adjustments',
  'other',
] as const
export type StatementProduct = (typeof statementProducts)[number]

const Account = z.enum(statementAccounts)

/**
 * What a statement lists for each currency. The player's API has amounts in subunits, the desk has them in units, as
 * text.
 */
export function statementCurrencies<Amount extends z.ZodType, Signed extends z.ZodType>(
  amount: Amount,
  signed: Signed,
) {
  /** What one kind of movement changed in one account. */
  const Line = z.object({
    account: Account,
    product: z.enum(statementProducts),
    kind: z.string(),
    entries: z.int(),
    credit: amount,
    debit: amount,
  })
  return z.array(
    z.object({
      currency: z.string(),
      /** The opening balance plus the lines of the account is the closing balance. */
      accounts: z.array(z.object({ account: Account, opening: signed, closing: signed })),
      lines: z.array(Line),
      /** Won less staked in games, sports and tournaments, with bonus money. */
      result: signed,
    }),
  )
}

const Period = z.object({
  period: StatementPeriod,
  from: z.iso.datetime(),
  /** The end, which is not included. */
  until: z.iso.datetime(),
  /** False while the period runs, and for the hour after it: the statement is not signed yet. */
  isFinal: z.boolean(),
})
export type StatementPeriods = Array<z.output<typeof Period>>

export const Statement = Period.extend({
  playerId: z.uuid(),
  currencies: statementCurrencies(WireAmount, SignedWireAmount),
})
export type Statement = z.output<typeof Statement>
export type StatementLine = Statement['currencies'][number]['lines'][number]

export const statementParams = { period: StatementPeriod }
export const statementNotFound = {
  status: HttpStatus.notFound,
  description: 'The period has not begun, or ended before the account was opened',
}
export const statementNotFinal = {
  status: HttpStatus.conflict,
  description: 'A statement is signed once its period is over',
}
const tooManyAttempts = { status: HttpStatus.tooManyRequests }
const params = z.object(statementParams)

export const listStatements = endpoint({
  method: 'GET',
  path: '/api/wallet/statements',
  access: 'player',
  summary: 'List the months and years for which there is a statement, newest first',
  reply: z.array(Period),
})
export const readStatement = endpoint({
  method: 'GET',
  path: '/api/wallet/statements/{period}',
  access: 'player',
  summary: 'Get the statement of a month or a year (UTC): opening and closing balances, and sums by product',
  params,
  reply: Statement,
  refusals: { statementNotFound, tooManyAttempts },
})
export const downloadSignedStatement = endpoint({
  method: 'GET',
  path: '/api/wallet/statements/{period}/csv',
  access: 'player',
  summary: 'Download the statement as CSV. Once its period is over, its bytes never change',
  params,
  isDownload: true,
  refusals: { statementNotFound, tooManyAttempts },
})
export const downloadStatementSignature = endpoint({
  method: 'GET',
  path: '/api/wallet/statements/{period}/signature',
  access: 'player',
  summary: "Download the operator's signature of the CSV: ECDSA on P-256 with SHA-256, in DER",
  params,
  isDownload: true,
  refusals: { statementNotFound, statementNotFinal, tooManyAttempts },
})
