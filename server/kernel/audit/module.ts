/** The audit log: sealing it, and ending what need not be kept. `server/kernel/audit.ts` writes and reads it. */
import { defineModule } from '../module.ts'
import { endRetention } from './retention.ts'
import { invariants, sealAudit, sealDue } from './seal.ts'

export default defineModule({
  name: 'audit',
  tables: ['identity.audit_seals'],
  invariants,
  jobs: (deps) => [
    {
      name: 'audit-seals',
      everyMs: 10_000,
      due: sealDue,
      isExclusive: true,
      run: (signal) => sealAudit(deps, signal),
    },
    { name: 'audit-retention', everyMs: 3_600_000, isExclusive: true, run: (signal) => endRetention(deps, signal) },
  ],
})
