/**
 * `kill -9` of the process that leads Crash while a round waits for its beacon: another process decides the round by the
 * same round of the beacon, and each bet is settled once.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { isSignedBy } from '#contract/check-beacon.ts'
import { beaconPath, beaconRoutes, sandboxBeaconChain } from '#sandbox/beacon.ts'
import { createRouter } from '#sandbox/router.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { type TestDatabase, testDatabase } from '#tests/setup/database.ts'
import { longTest } from '#tests/setup/length.ts'
import { type Site, startSite } from '#tests/setup/site.ts'
import { fund, launchGame, registerPlayer, send, until } from './site-player.ts'

const secret = 'one-secret-for-both-processes-0123456789'
const beaconSecret = 'the secret of a beacon of this test'
const folder = mkdtempSync(join(tmpdir(), 'fairhouse-failover-'))
const faults = { isBeaconSilent: false }
const router = createRouter(beaconRoutes(beaconSecret, faults))
let db: TestDatabase
let common: Record<string, string>
const sites: Site[] = []
beforeAll(async () => {
  db = await testDatabase()
  const url = await router.listen({ port: 0, host: '127.0.0.1' })
  const { chainHash, publicKey, periodSeconds, genesis, groupHash, name } = await sandboxBeaconChain(beaconSecret)
  common = {
    DATABASE_URL: db.url,
    SECRET: secret,
    DOCUMENTS_DIR: folder,
    ROUND_MIN_MS: '0',
    BEACON_URL: url + beaconPath,
    BEACON_CHAIN: JSON.stringify({
      public_key: publicKey,
      period: periodSeconds,
      genesis_time: genesis,
      hash: chainHash,
      groupHash,
      schemeID: 'bls-unchained-g1-rfc9380',
      metadata: { beaconID: name },
    }),
  }
})
afterAll(async () => {
  for (const site of sites) await site.discard()
  await router.close()
  await db?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(env: Record<string, string>): Promise<Site> {
  const site = await startSite({ env: { ...common, ...env }, timeoutMs: 180_000 })
  sites.push(site)
  return site
}
type Round = {
  number: number
  phase: string
  beacon_round: number | null
  beacon_signature: string | null
  point: number | null
  is_interrupted: boolean
}
const rounds = async (where: string): Promise<Round[]> =>
  (
    await db.asOwner(
      `SELECT number::int, phase, beacon_round::int, beacon_signature, point, is_interrupted FROM shared.rounds WHERE ${where} ORDER BY number`,
    )
  ).rows
const leader = async () => (await db.asOwner('SELECT holder, fence::int FROM shared.leaders')).rows[0]

// Shows: attack 227, pair open round/kill
longTest(
  'a leader that is killed while a round waits for its beacon is followed by another, which decides it as the first would have',
  { timeout: 600_000 },
  async () => {
    // Alone, so that it leads; it makes the chain, too.
    const first = await start({ SANDBOX: 'false', SANDBOX_STUDIO: 'false', SEED: 'true' })
    const watch = (site: Site, token: string) => send(`${site.url}/studio/api/table`, 'GET', { token })
    const demo = await launchGame(first, null, 'crash')
    await until(
      async () => (await watch(first, demo)).body.phase !== 'waiting' && (await leader()) !== undefined,
      'the first process leads',
      60_000,
    )
    const led = await leader()
    let isWatching = true
    const watching = (async () => {
      for (; isWatching; await new Promise((next) => setTimeout(next, 500))) await watch(first, demo).catch(() => null)
    })()
    const second = await start({ SEED: 'false' })
    const player = await registerPlayer(second)
    await fund(player, 10_000)
    const seat = await launchGame(second, player, 'crash')
    await until(
      async () => (await rounds(`phase = 'betting' AND bets_until > now() + interval '2 s'`)).length > 0,
      'bets are open',
      120_000,
    )
    faults.isBeaconSilent = true
    const [open] = await rounds(`phase = 'betting'`)
    const choice = { round: open!.number, cashOutAt: 101 }
    const bet = await send(`${second.url}/studio/api/play`, 'POST', {
      token: seat,
      body: { playId: randomUUID(), stake: 1000, choice },
    })
    expect([bet.status, bet.body.error]).toEqual([200, undefined])
    await until(
      async () => (await rounds(`phase = 'drawing' AND number = ${open!.number}`)).length > 0,
      'the round waits',
      60_000,
    )
    const [waiting] = await rounds(`number = ${open!.number}`)
    expect(waiting).toMatchObject({ point: null, beacon_signature: null })
    expect(await leader()).toEqual(led)
    isWatching = false
    await watching
    const ended = new Promise((resolve) => first.child.once('exit', resolve))
    first.child.kill('SIGKILL')
    await ended
    faults.isBeaconSilent = false
    await until(
      async () => (await rounds(`number = ${open!.number} AND point IS NOT NULL`)).length > 0,
      'the round is decided',
      60_000,
    )
    const [decided] = await rounds(`number = ${open!.number}`)
    expect((await leader()).holder).not.toBe(led.holder)
    expect((await leader()).fence).toBeGreaterThan(led.fence)
    // The same round of the beacon, and nothing that the second process could have chosen.
    expect(decided).toMatchObject({ beacon_round: waiting!.beacon_round, is_interrupted: false })
    const chain = await sandboxBeaconChain(beaconSecret)
    expect(isSignedBy(chain.publicKey, decided!.beacon_round!, decided!.beacon_signature!)).toBe(true)
    const id = bet.body.round.id
    const answer = async () => (await send(`${second.url}/api/game/rounds/${id}`, 'GET', {})).body
    await until(async () => (await answer()).status !== 'open', 'the bet is settled', 120_000)
    const isWin = decided!.point! >= 101
    expect(await player.cash()).toBe(10_000 - 1000 + (isWin ? 1010 : 0))
    const { rows } = await db.asOwner(
      `SELECT kind, count(*)::int AS n FROM ledger.movements WHERE reference_id LIKE '%' || $1 GROUP BY kind ORDER BY kind`,
      [id],
    )
    expect(rows.find(({ kind }) => kind === 'bet')).toEqual({ kind: 'bet', n: 1 })
    expect(rows.find(({ kind }) => kind === 'rollback')).toBeUndefined()
    expect(await findBreaches(db.pool, allInvariants)).toEqual([])
  },
)
