/** Limits the processor time of processes by a cgroup, which needs root. */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Short, because a node that may not run keeps the locks of its open transactions. */
const periodUs = 20_000
/** Of cgroup version 1 and 2. */
const parents = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup']

/**
 * Gives the process `share` of a core until the returned function is called. Throws if this machine lets nobody limit
 * processes.
 */
export function cap(pid: number, share: number): () => void {
  const parent = parents.find((folder) => existsSync(folder))!
  const folder = join(parent, `fairhouse-${pid}`)
  const quotaUs = Math.round(share * periodUs)
  mkdirSync(folder)
  if (existsSync(join(folder, 'cpu.cfs_quota_us'))) {
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs))
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quotaUs))
  } else writeFileSync(join(folder, 'cpu.max'), `${quotaUs} ${periodUs}`)
  writeFileSync(join(folder, 'cgroup.procs'), String(pid))
  return () => {
    writeFileSync(join(parent, 'cgroup.procs'), String(pid))
    rmdirSync(folder)
  }
}
