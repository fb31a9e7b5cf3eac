/** Sums of the ledger: reports for operators by day, statements for players, and returns of games against the theory. */
import * as contract from '#contract/desk/reports.ts'
import * as statementsAtDesk from '#contract/desk/statements.ts'
import * as auditContract from '#contract/audit-file.ts'
import * as statementContract from '#contract/statements.ts'
import { sql } from 'kysely'
import { bind, bindDesk } from '../kernel/http/bind.ts'
import { defineModule } from '../kernel/module.ts'
import { consumers } from './count.ts'
import { downloadReport, readReport } from './produce.ts'
import { decideReturnAlarm, findUnlikelyReturns, listReturnAlarms, listReturns } from './returns.ts'
import * as statements from './statements.ts'
import { downloadAuditFile } from './audit-file.ts'

export default defineModule({
  name: 'reports',
  tables: ['reports.game_days', 'reports.player_days', 'reports.return_alarms'],
  routes: [
    bind(statementContract.listStatements, statements.listStatements),
    bind(statementContract.readStatement, statements.readStatement),
    bind(statementContract.downloadSignedStatement, statements.downloadStatement),
    bind(statementContract.downloadStatementSignature, statements.downloadSignature),
    bind(auditContract.downloadAuditFile, downloadAuditFile),
  ],
  deskRoutes: [
    bindDesk(contract.readReport, readReport),
    bindDesk(contract.downloadReport, downloadReport),
    bindDesk(contract.listReturns, listReturns),
    bindDesk(contract.listReturnAlarms, listReturnAlarms),
    bindDesk(contract.decideReturnAlarm, decideReturnAlarm),
    bindDesk(statementsAtDesk.listPlayerStatements, statements.listAtDesk),
    bindDesk(statementsAtDesk.readPlayerStatement, statements.readAtDesk),
    bind(statementsAtDesk.downloadPlayerStatement, statements.downloadAtDesk),
    bind(statementsAtDesk.downloadPlayerStatementSignature, statements.signatureAtDesk),
  ],
  jobs: (deps) => [
    { name: 'unlikely-returns', everyMs: 3_600_000, isExclusive: true, run: () => findUnlikelyReturns(deps) },
  ],
  consumers,
  queues: [
    {
      name: 'returns',
      query: sql`SELECT count(*)::int AS waiting, min(raised_at) AS since FROM reports.return_alarms WHERE decided_at IS NULL`,
    },
  ],
})
