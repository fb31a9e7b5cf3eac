/** The file with which a player checks all of their own rounds and balances of a period (`audit/README.md`). */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { statementNotFound, statementParams } from './statements.ts'
import * as HttpStatus from './statuses.ts'

export const downloadAuditFile = endpoint({
  method: 'GET',
  path: '/api/wallet/audit-files/{period}',
  access: 'player',
  summary:
    "Download the player's own audit file of a month or a year (UTC): rounds, seed pairs with their proofs, and ledger entries, as compressed lines of JSON",
  params: z.object(statementParams),
  isDownload: true,
  refusals: { statementNotFound, tooManyAttempts: { status: HttpStatus.tooManyRequests } },
})
