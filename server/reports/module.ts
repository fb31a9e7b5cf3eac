/** Reports for operators: sums of the ledger by day, and returns of games against the theoretical ones. */
import * as contract from '#contract/desk/reports.ts'
import { sql } from 'kysely'
import { bindDesk } from '../kernel/http/bind.ts'
import { defineModule } from '../kernel/module.ts'
import { consumers } from './count.ts'
import { downloadReport, readReport } from './produce.ts'
import { decideReturnAlarm, findUnlikelyReturns, listReturnAlarms, listReturns } from './returns.ts'

export default defineModule({
  name: 'reports',
  tables: ['reports.game_days', 'reports.player_days', 'reports.return_alarms'],
  deskRoutes: [
    bindDesk(contract.readReport, readReport),
    bindDesk(contract.downloadReport, downloadReport),
    bindDesk(contract.listReturns, listReturns),
    bindDesk(contract.listReturnAlarms, listReturnAlarms),
    bindDesk(contract.decideReturnAlarm, decideReturnAlarm),
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
