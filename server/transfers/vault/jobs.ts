/** Pays releases whose wait has ended. */
import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { releasesDue, releaseVaults } from './release-vaults.ts'

export const jobs = (deps: Deps): Job[] => [
  { name: 'vault-releases', everyMs: 1000, due: releasesDue, run: () => releaseVaults(deps) },
]
