/**
 * The database is unavailable under load, and the socket is cut while money moves: no response is false, and the page
 * is correct in the end.
 */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Centrifuge } from 'centrifuge'
import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { longTest } from '#tests/setup/length.ts'
import { WebSocket } from 'ws'
import type { Account } from '#contract/wallet.ts'
import { type Embedded, startEmbedded } from '#server/kernel/db/embedded.ts'
import { allInvariants } from '#server/modules.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { freePort, type Site, startSite } from '#tests/setup/site.ts'
import { createLive } from '#web/live/live.ts'
import {
  fund,
  registerPlayer,
  type SitePlayer,
  play,
  send,
  startDeposit,
  studioCall,
  launchGame,
  until,
} from './site-player.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-outage-'))
const cleanups: Array<() => Promise<unknown>> = []
afterAll(async () => {
  for (const end of cleanups.toReversed()) await end()
  rmSync(folder, { recursive: true, force: true })
})
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** An external PostgreSQL whose address stays the same across restarts. */
async function outsideDatabase(): Promise<{ url: string; restart(downMs: number): Promise<void> }> {
  const link = join(folder, 'socket')
  const log = { info() {}, debug() {}, warn() {} }
  let server: Embedded
  let url = ''
  const begin = async () => {
    server = await startEmbedded({ dataDir: join(folder, 'outside'), log })
    const real = new URL(server.url().replace('@/', '@host/'))
    const socketFolder = real.searchParams.get('host')!
    rmSync(link, { force: true })
    symlinkSync(socketFolder, link)
    url = server.url().replace(encodeURIComponent(socketFolder), encodeURIComponent(link))
  }
  await begin()
  cleanups.push(() => server.stop())
  return {
    url,
    async restart(downMs) {
      await server.stop()
      await pause(downMs)
      await begin()
    },
  }
}

// Shows: fault 6, ASVS 16.5.2
longTest(
  'the database restarts twice under load: failed calls get 503 and can be retried, responses are true, nothing is executed twice',
  { timeout: 90_000 },
  async () => {
    const database = await outsideDatabase()
    const site = await startSite({
      dataDir: join(folder, 'site'),
      env: { DATABASE_URL: database.url, SEED: 'false', ROUND_MIN_MS: '0', LOG_LEVEL: 'fatal' },
    })
    cleanups.push(() => site.stop())
    const player = await registerPlayer(site)
    await fund(player, 500_000)
    const seat = await launchGame(site, player)
    const seen = new Map<number, number>()
    const note = (status: number) => void seen.set(status, (seen.get(status) ?? 0) + 1)
    const waits: string[] = []
    let hasEnded = false
    let accepted = 0

    const placeBets = async (gambler: number) => {
      for (let turn = 0; !hasEnded; turn++) {
        const id = `outage-${gambler}-${turn}`
        for (;;) {
          const answer = await studioCall(site, 'bet', {
            token: seat,
            currency: 'EUR',
            gameId: 'dice',
            roundId: id,
            transactionId: id,
            amount: 3,
          })
          note(answer.status)
          if (answer.status === 503) waits.push(answer.headers.get('retry-after') ?? 'none')
          if (answer.status === 200) break
          if (answer.status !== 503) return
          await pause(20)
        }
        accepted++
      }
    }
    const readBalance = async () => {
      while (!hasEnded) {
        for (const path of ['/api/wallet/accounts', '/api/payment/invoices', '/api/game/games'])
          note((await player.call('GET', path)).status)
        note((await send(`${site.url}/`, 'GET')).status)
      }
    }
    const load = Promise.all([
      ...Array.from({ length: 12 }, (_, gambler) => placeBets(gambler)),
      readBalance(),
      readBalance(),
    ])
    await until(async () => accepted > 100, 'the load is on')
    for (const downMs of [300, 1200]) {
      await database.restart(downMs)
      const before = accepted
      await until(async () => accepted > before + 100, 'the house is back at work')
      expect((await send(`${site.url}/readyz`, 'GET')).status).toBe(200)
    }
    hasEnded = true
    await load
    console.log(
      `under two restarts of the database: ${accepted} bets taken, answers ${JSON.stringify(Object.fromEntries(seen))}`,
    )
    expect([...seen.keys()].sort()).toEqual([200, 503])
    expect(new Set(waits)).toEqual(new Set(['1']))
    expect(site.child.exitCode).toBeNull()
    expect(await player.cash()).toBe(500_000 - 3 * accepted)
    const books = new pg.Pool({ connectionString: database.url })
    try {
      const { rows } = await books.query(`SELECT count(*)::int AS bets FROM ledger.movements WHERE kind = 'bet'`)
      expect(rows[0].bets).toBe(accepted)
      expect(await findBreaches(books, allInvariants)).toEqual([])
    } finally {
      await books.end()
    }
  },
)

/** Simulates the wallet state of a page: refetched on request, updated by pushes, older versions dropped. */
async function openWalletPage(
  site: Site,
  player: SitePlayer,
): Promise<{ account(): Account | undefined; reads(): number }> {
  let shown: Account | undefined
  let reads = 0
  const show = (account: Account) => {
    if (!shown || account.version > shown.version) shown = account
  }
  const read = async () => {
    const { status, body } = await player.call('GET', '/api/wallet/accounts')
    if (status !== 200) return
    reads++
    show(body[0])
  }
  const live = createLive({
    url: `${site.url.replace('http', 'ws')}/api/connection/websocket`,
    session: { token: () => player.token, freshToken: async () => player.token, onChange: () => () => {} },
    loadClient: async () => Centrifuge,
    clientOptions: { websocket: WebSocket, minReconnectDelay: 20, maxReconnectDelay: 200 },
    checkSession: async () => true,
    reconnectAfterMs: 50,
    onError: () => {},
  })
  live.on('wallet:accounts', 'account', show)
  live.onUnrecovered('wallet:accounts', () => void read())
  await live.start()
  cleanups.push(async () => live.stop())
  await until(async () => reads > 0, 'the screen has read the wallet')
  return { account: () => shown, reads: () => reads }
}

// Shows: fault 7, change 43
longTest(
  'the socket is cut by a kill while money moves: the page ends up equal to the GET',
  { timeout: 120_000 },
  async () => {
    const options = {
      dataDir: join(folder, 'cut'),
      env: { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()), SEED: 'false', ROUND_MIN_MS: '0' },
    }
    let site = await startSite(options)
    cleanups.push(() => site.stop())
    const player = await registerPlayer(site)
    await fund(player, 10_000)
    const screen = await openWalletPage(site, player)
    const seat = await launchGame(site, player)
    const equals = async () => {
      const { body } = await player.call('GET', '/api/wallet/accounts')
      return body[0].version === screen.account()?.version && body[0].balance === screen.account()?.balance
    }
    for (let round = 0; round < 5; round++) await play(site, seat)
    await until(equals, 'pushes brought the screen up to date')
    for (const signal of ['SIGKILL', 'SIGTERM', 'SIGKILL'] as const) {
      const last = play(site, seat)
      const { body } = await startDeposit(player, 1000)
      await site.stop(signal)
      await last
      site = await startSite(options)
      // The state changes before the page has reconnected.
      await send(`${body.action}/decide`, 'POST', {
        body: 'decision=pay',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      await play(site, seat)
      await until(equals, `after ${signal} the screen equals the GET`)
      for (let round = 0; round < 3; round++) await play(site, seat)
      await until(equals, `after ${signal} pushes arrive again`)
    }
  },
)
