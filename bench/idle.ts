/**
 * CPU usage of the idle product: the server and its embedded PostgreSQL over a minute, once startup work is done.
 * `node bench/idle.ts`
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '#scripts/build.ts'
import { startSite } from '#tests/setup/site.ts'

const seconds = Number(process.env['SECONDS'] ?? 60)
const settleSeconds = Number(process.env['SETTLE_SECONDS'] ?? 20)
/** The share of one core. */
const limit = 0.005
/** Clock ticks per second, the unit of process times in Linux. */
const ticks = 100

type Usage = { pid: number; parent: number; name: string; seconds: number }

/** Time of a process and of its ended children, such as PostgreSQL's short-lived workers. */
function usageOf(pid: number): Usage | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const cpuSeconds = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { pid, parent: Number(fields[1]), name: title.slice(0, 60), seconds: cpuSeconds / ticks }
  } catch {
    return null
  }
}

/** The process and all its descendants. */
function processTree(root: number): Map<number, Usage> {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => usageOf(Number(name)) ?? [])
  const found = new Map<number, Usage>()
  const add = (pid: number) => {
    const usage = all.find((each) => each.pid === pid)
    if (!usage || found.has(pid)) return
    found.set(pid, usage)
    for (const child of all) if (child.parent === pid) add(child.pid)
  }
  add(root)
  return found
}

await buildIfStale()
const site = await startSite({
  env: { NODE_ENV: 'production', SECRET: randomUUID() + randomUUID(), SEED: 'false', SANDBOX: 'true' },
})
try {
  const postmaster = Number(readFileSync(join(site.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const measure = () => new Map([...processTree(site.child.pid!), ...processTree(postmaster)])
  await sleep(settleSeconds * 1000)
  const before = measure()
  await sleep(seconds * 1000)
  const after = measure()
  // The time of an ended process moves to its parent, so only the sums can be compared.
  const sum = (usages: Map<number, Usage>) => [...usages.values()].reduce((all, usage) => all + usage.seconds, 0)
  const total = (sum(after) - sum(before)) / seconds
  for (const [pid, { name, seconds: cpuSeconds }] of after) {
    const share = (cpuSeconds - (before.get(pid)?.seconds ?? 0)) / seconds
    if (share > 0 && pid !== postmaster) console.log(`${name.padEnd(62)}${(share * 100).toFixed(2).padStart(7)} %`)
  }
  console.log(
    `${'Server and database, of one core'.padEnd(62)}${(total * 100).toFixed(2).padStart(7)} % (at most ${limit * 100} %)`,
  )
  process.exitCode = total <= limit ? 0 : 1
} finally {
  await site.stop()
}
