/** A process gets SIGTERM behind a proxy that checks the health route, and no call fails. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { inHouseStudioKeys } from '#server/partners/game-studio/in-house-studio.ts'
import { type TestDatabase, testDatabase } from '#tests/setup/database.ts'
import { longTest } from '#tests/setup/length.ts'
import { freePort, type Site, startSite } from '#tests/setup/site.ts'
import { fund, launchGame, registerPlayer, type Reply, studioCall, until } from './site-player.ts'

const secret = 'one-secret-for-both-processes-0123456789'
const { signingKey } = inHouseStudioKeys(secret)

const documents = mkdtempSync(join(tmpdir(), 'fairhouse-leaving-'))
let db: TestDatabase
let staying: Site
let seat: string
beforeAll(async () => {
  db = await testDatabase()
  staying = await startNode({})
  const player = await registerPlayer(staying)
  await fund(player, 100_000)
  seat = await launchGame(staying, player)
})
afterAll(async () => {
  await staying?.discard()
  await db?.close()
  rmSync(documents, { recursive: true, force: true })
})

function startNode(env: Record<string, string>): Promise<Site> {
  const common = { DATABASE_URL: db.url, SECRET: secret, DOCUMENTS_DIR: documents, SEED: 'false', TRUST_PROXY: '1' }
  return startSite({ env: { ...common, ROUND_MIN_MS: '0', ...env } })
}
/** Starts a process that needs three seconds to stop; the sandbox runs in the other process. */
const startLeaving = () => startNode({ LEAVE_SECONDS: '3', SANDBOX: 'false', SANDBOX_STUDIO: 'false' })

type Proxy = { url: string; callsOfEach(): Promise<number[]>; close(): Promise<void> }

/** Sends bets at a steady rate through the proxy while `meanwhile` runs, and checks every response. */
async function betThrough(proxy: Proxy, meanwhile: () => Promise<void>): Promise<Reply[]> {
  const answers: Array<Promise<Reply>> = []
  const bet = () => {
    const id = `leave-${randomUUID()}`
    const body = { token: seat, currency: 'EUR', gameId: 'dice', roundId: id, transactionId: id, amount: 1 }
    const target = { url: proxy.url, sandboxUrl: '', dataDir: '' }
    answers.push(studioCall(target, 'bet', body, { key: signingKey, headers: { 'x-forwarded-for': '203.0.113.7' } }))
  }
  const timer = setInterval(bet, 5)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  await meanwhile()
  await new Promise((resolve) => setTimeout(resolve, 500))
  // A busy machine needs longer for this number of bets.
  await until(async () => answers.length > 400, 'enough bets are made')
  clearInterval(timer)
  return Promise.all(answers)
}

async function expectNoFailure(openProxy: (sites: Site[]) => Promise<Proxy>): Promise<void> {
  const leaving = await startLeaving()
  const proxy = await openProxy([staying, leaving])
  try {
    const answers = await betThrough(proxy, async () => {
      await until(async () => Math.min(...(await proxy.callsOfEach())) > 20, 'both serve')
      expect(await leaving.stop()).toBe(0)
    })
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect(answers.length).toBeGreaterThan(400)
  } finally {
    await proxy.close()
    await leaving.discard()
  }
}

/** A minimal proxy: it checks each second, keeps connections, and tries another process if it cannot connect. */
async function smallProxy(sites: Site[]): Promise<Proxy> {
  const servers = sites.map(({ url }) => ({ url, isUp: true, calls: 0 }))
  const agent = new Agent({ keepAlive: true })
  const check = async () => {
    for (const server of servers)
      server.isUp = await fetch(`${server.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
  }
  const checking = setInterval(() => void check(), 1000)
  let turn = 0
  const proxy = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => pass(Buffer.concat(chunks), servers.length))
    function pass(body: Buffer, tries: number): void {
      const up = servers.filter(({ isUp }) => isUp)
      const server = up[turn++ % up.length]!
      server.calls++
      const { method = 'GET', headers, url = '/' } = incoming
      const sent = request(server.url + url, { method, headers, agent }, (answer) => {
        outgoing.writeHead(answer.statusCode!, { 'content-type': answer.headers['content-type'] ?? '' })
        answer.pipe(outgoing)
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' && tries > 1) return pass(body, tries - 1)
        outgoing.writeHead(502).end(error.message)
      })
      sent.end(body)
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    callsOfEach: async () => servers.map(({ calls }) => calls),
    close: async () => {
      clearInterval(checking)
      agent.destroy()
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

longTest('SIGTERM behind a proxy that checks the health route: every bet is answered', { timeout: 120_000 }, () =>
  expectNoFailure(smallProxy),
)

/** The same configuration as in docs/operations/proxy.md. */
const haproxyConfig = (port: number, stats: number, sites: Site[]) => `
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  retries 3
  option redispatch
  retry-on conn-failure
frontend players
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend site
backend site
  balance leastconn
  option httpchk GET /healthz
  http-check disable-on-404
  default-server check inter 1s fall 2 rise 2 on-marked-down shutdown-sessions
${sites.map(({ url }, index) => `  server node${index} 127.0.0.1:${new URL(url).port}`).join('\n')}
frontend stats
  bind 127.0.0.1:${stats}
  stats enable
  stats uri /stats
`

async function haproxy(sites: Site[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'fairhouse-haproxy-'))
  const [port, stats] = [await freePort(), await freePort()]
  writeFileSync(join(folder, 'haproxy.cfg'), haproxyConfig(port, stats, sites))
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${url}/healthz`)).ok, 'HAProxy answers')
  return {
    url,
    async callsOfEach() {
      const table = await (await fetch(`http://127.0.0.1:${stats}/stats;csv`)).text()
      // The eighth column is the number of sessions.
      return [...table.matchAll(/^site,node\d,(?:[^,]*,){5}(\d+)/gm)].map(([, sessions]) => Number(sessions))
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

longTest(
  'SIGTERM behind HAProxy, three times in turn: every bet is answered',
  { timeout: 180_000 },
  async ({ skip }) => {
    if (spawnSync('haproxy', ['-v']).status !== 0) skip('HAProxy is not installed: apt-get install haproxy')
    for (let turn = 0; turn < 3; turn++) await expectNoFailure(haproxy)
  },
)
