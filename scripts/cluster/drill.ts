/** The drill of docs/operations/backups.md with pgbackrest: a backup is restored to a moment, as a copy that is not live. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#scripts/free-port.ts'
import { drillNotice } from '#server/http/page/document-site.ts'
import { type Bettor, placeBets } from './bets.ts'
import type { Check } from './checks.ts'
import { type Cluster, type Machine, missingPackages, postgresFolder, postgresUser } from './cluster.ts'
import { run, startNode } from './processes.ts'
import { primaryOf } from './steps.ts'

export const drill: Check = {
  name: 'a backup by pgbackrest is restored to a moment, and the copy started as a drill',
  async faults(cluster, bettors, measured) {
    const missing = missingPackages({ pgbackrest: 'pgbackrest' })
    if (missing) return [missing]
    await archive(cluster)
    const machine = await primaryOf(cluster)
    const user = postgresUser()
    const pgbackrest = (...args: string[]) =>
      run('pgbackrest', ['--stanza=fairhouse', ...args], { env: machine.backupEnv, user })
    await pgbackrest('stanza-create')
    await pgbackrest('check')
    await pgbackrest('backup', '--type=full')
    const { moment, bets } = await playAround(cluster, bettors)
    // Archives what was written until now; otherwise that happens after archive_timeout.
    await pgbackrest('check')
    const startedAt = performance.now()
    const copy = join(cluster.folder, 'copy')
    mkdirSync(copy, { mode: 0o700 })
    if (user) chownSync(copy, user.uid, user.gid)
    await pgbackrest(
      `--pg1-path=${copy}`,
      '--type=time',
      `--target=${moment}`,
      '--target-action=promote',
      '--archive-mode=off',
      'restore',
    )
    const port = await freePort()
    const postgres = await startCopy(copy, port, machine)
    try {
      const url = new URL(cluster.databaseUrl)
      url.port = String(port)
      const faults = await faultsOfCopy(cluster, url.href, bettors[0]!, bets)
      measured(`started after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
      return faults
    } finally {
      const ended = new Promise((resolve) => postgres.once('exit', resolve))
      postgres.kill('SIGINT')
      await ended
    }
  },
}

/** What the page on backups says to set for PostgreSQL. */
async function archive(cluster: Cluster): Promise<void> {
  const parameters = {
    archive_mode: 'on',
    archive_command: 'pgbackrest --stanza=fairhouse archive-push %p',
    archive_timeout: '60s',
  }
  const [{ rest }] = cluster.machines as [Machine]
  await fetch(`${rest}/config`, { method: 'PATCH', body: JSON.stringify({ postgresql: { parameters } }) })
  for (const machine of cluster.machines) {
    // Patroni reads the change in its next round, a second later.
    await sleep(3_000)
    await fetch(`${machine.rest}/restart`, { method: 'POST', body: '{}' })
    await cluster.untilReplicated(3)
  }
}

/** Places bets before and after a moment, of which it returns the first. */
async function playAround(cluster: Cluster, bettors: Bettor[]): Promise<{ moment: string; bets: string[] }> {
  const play = async () => {
    const load = placeBets(cluster, bettors, 20)
    await sleep(2_000)
    await load.stop()
    return [...load.acknowledged.keys()]
  }
  const bets = await play()
  const client = new pg.Client({ connectionString: cluster.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ moment: string }>('SELECT now()::text AS moment')
    await sleep(1_000)
    await play()
    return { moment: rows[0]!.moment, bets }
  } finally {
    await client.end()
  }
}

/** PostgreSQL on the restored folder, alone: the names of the standbys that its commits waited for came with it. */
async function startCopy(folder: string, port: number, { backupEnv }: Machine): Promise<ChildProcess> {
  const options = ['-p', String(port), '-c', 'synchronous_standby_names=', '-c', 'cluster_name=copy']
  const postgres = spawn(join(postgresFolder, 'postgres'), ['-D', folder, ...options], {
    env: { PATH: process.env['PATH'], ...backupEnv },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...postgresUser(),
  })
  let output = ''
  postgres.stderr.on('data', (data) => (output += String(data)))
  for (const deadline = Date.now() + 60_000; !output.includes('database system is ready to accept connections');) {
    if (postgres.exitCode !== null || Date.now() > deadline)
      throw new Error(`the copy did not start: ${output.slice(-1500)}`)
    await sleep(200)
  }
  return postgres
}

async function faultsOfCopy(
  cluster: Cluster,
  databaseUrl: string,
  { token }: Bettor,
  bets: string[],
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ key: string }>(
    `SELECT idempotency_key AS key FROM ledger.movements WHERE kind = 'bet' ORDER BY id DESC LIMIT $1`,
    [bets.length],
  )
  await client.end()
  const isThatMoment = rows.every(({ key }) => bets.includes(key)) && rows.length === bets.length
  const settings = await cluster.nodeSettings({ DATABASE_URL: databaseUrl, DRILL: 'true' })
  const url = `http://127.0.0.1:${settings['PORT']}`
  let [page, status] = ['', 0]
  const { output } = await startNode(settings, async () => {
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    if (!ready?.ok) return false
    page = await (await fetch(url)).text()
    status = (await fetch(`${url}/api/wallet/accounts`, { headers: { authorization: `Bearer ${token}` } })).status
    return true
  })
  const breach = await run(process.execPath, ['scripts/operator.ts', 'books', 'check'], { env: settings }).then(
    () => null,
    (error: Error) => error.message,
  )
  return [
    ...(isThatMoment ? [] : ['its newest bets are not those before the moment']),
    ...(page.includes(drillNotice) ? [] : [`its pages do not say that it is a copy: ${output.slice(-300)}`]),
    ...(status === 200 ? [] : [`it answered a player with ${status}`]),
    ...(breach ? [breach] : []),
  ]
}
