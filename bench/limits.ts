/**
 * Bets per second of players with every limit on play, against players without one: the two alternate in the same run.
 * `node bench/limits.ts`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database } from '#server/kernel/db/connect.ts'
import { startEmbedded } from '#server/kernel/db/embedded.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { createLedger, type Ledger } from '#server/ledger/ledger.ts'
import { bets, openPlayers } from './ledger-load.ts'
import { recycleWal } from './recycle-wal.ts'

const log = { info() {}, debug() {}, warn: console.warn }
const players = 1_000
const rounds = Number(process.env['ROUNDS'] ?? 9)
const seconds = Number(process.env['SECONDS'] ?? 3)
const inFlight = 64
const target = 0.97

/**
 * Sets ten limits for each player: stakes, losses and time of play by day, week and month, and the stake of a round.
 */
async function limitAll(db: Database, ids: string[]): Promise<void> {
  await db.pool.query('INSERT INTO limits.players (player_id) SELECT unnest($1::uuid[])', [ids])
  await db.pool.query(
    `INSERT INTO limits.limits (id, player_id, definition, period, amount, currency, created_at)
     SELECT gen_random_uuid(), player, definition, period, CASE definition WHEN 6 THEN 44640 ELSE 1000000000000 END, CASE WHEN definition <> 6 THEN 'EUR' END, now()
     FROM unnest($1::uuid[]) AS player, (SELECT definition, period FROM unnest(ARRAY[1, 2, 6]) AS definition, unnest(ARRAY['daily', 'weekly', 'monthly']) AS period
       UNION ALL SELECT 7, 'round') AS each`,
    [ids],
  )
  await db.pool.query('INSERT INTO limits.play (player_id) SELECT unnest($1::uuid[])', [ids])
  await db.pool.query('SELECT limits.forget_room(player) FROM unnest($1::uuid[]) AS player', [ids])
}

async function perSecond(ledger: Ledger, bet: ReturnType<typeof bets>): Promise<number> {
  const startedAt = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < startedAt + seconds * 1000) {
        const posted = await ledger.post(bet())
        if (!posted.ok) throw new Error(posted.refusal)
        done++
      }
    }),
  )
  return done / ((performance.now() - startedAt) / 1000)
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-bench-'))
const server = await startEmbedded({ dataDir: folder, log })
try {
  await migrate({ url: server.url(), log })
  await recycleWal(server.url())
  const db = await connect({ url: server.url(), log })
  const ledger = createLedger({ db })
  const [unlimited, limited] = [await openPlayers(db, ledger, players), await openPlayers(db, ledger, players)]
  await limitAll(db, limited)
  const sides = { off: bets(unlimited), on: bets(limited) }
  for (const side of Object.values(sides)) await perSecond(ledger, side)
  const off: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const first = await perSecond(ledger, sides.off)
    const on = await perSecond(ledger, sides.on)
    const last = await perSecond(ledger, sides.off)
    off.push(first, last)
    // Each run with limits is compared with the runs directly before and after it, so that the machine's drift affects
    // both sides.
    ratios.push(on / ((first + last) / 2))
  }
  const ratio = median(ratios)
  console.log(
    `Bets per second, ${inFlight} in flight, ${players} players; median of ${rounds} rounds of ${seconds} s: ${Math.round(median(off))} without limits; with ten limits each, ${(ratio * 100).toFixed(1)} % of it (target >= ${target * 100} %): ${ratio >= target ? 'met' : 'MISSED'}`,
  )
  await ledger.close()
  await db.close()
  process.exitCode = ratio >= target ? 0 : 1
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
