/**
 * The money side of the product on a real PostgreSQL, with its environment controlled by the simulation: time,
 * partner, studio, crashes.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Deps, PlayerCtx } from '#server/deps.ts'
import { limitsInMemory } from '#server/kernel/call-limits.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { offerKind } from '#server/bonuses/offer-kind.ts'
import { seedDefinitions } from '#server/kernel/definitions/seed.ts'
import { openReference } from '#server/reference/reference.ts'
import { loadContent } from '#server/reference/content/content.ts'
import { openAccount } from '#server/wallet/open-account.ts'
import { readSettings } from '#server/settings.ts'
import { type TestDatabase, testDatabase } from '#tests/setup/database.ts'
import { testCaller } from '#tests/setup/contexts.ts'
import { ledgerWithCrashes, withCrashes } from './crashes.ts'
import { type FaultyPartner, faultyPartner } from './partner.ts'
import type { Random } from './random.ts'
import { simulatedStudio } from './studio.ts'
import { kernelDeps } from '#tests/setup/kernel-deps.ts'

export type SimPlayer = {
  id: string
  sessionId: string
  accounts: Record<string, string>
  rounds: Round[]
  deposits: string[]
  withdrawals: string[]
  /** Continues to play instead of withdrawing, which would end the bonuses. */
  keepsBonuses: boolean
}
export type Round = { id: string; game: string; currency: string; bets: string[] }

export type World = {
  deps: Deps
  db: TestDatabase
  partner: FaultyPartner
  players: SimPlayer[]
  /** Calls to repeat: those without a response, and some others. */
  again: Array<() => Promise<string>>
  /** Answered studio calls: key -> the returned balance. */
  answered: Map<string, number>
  forward(ms: number): void
  as(player: SimPlayer): PlayerCtx
  stopCrashes(): void
  close(): Promise<void>
}

export type WorldOptions = {
  random: Random
  faults: number
  crashes: number
  /** The number of connections; with one, concurrent events have one order. */
  connections: number
  /** Runs while the site waits for its partner. */
  meanwhile?: (world: World) => Promise<void>
  onCrash?: (where: string) => void
  /** Breaks the product on purpose. */
  sabotage?: (deps: Deps) => Deps
  startAt?: Date
}

export const currencies = ['EUR', 'USD'] as const

export async function openWorld(options: WorldOptions): Promise<World> {
  const { random } = options
  const db = await testDatabase({ poolSize: options.connections })
  // Rows are read in insertion order, whatever the database cleans up meanwhile: autovacuum is off.
  for (const table of [
    'payments.invoices',
    'payments.callbacks',
    'payments.payouts',
    'bonuses.player_bonuses',
    'wallet.accounts',
  ])
    await db.asOwner(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`)
  let at = (options.startAt ?? new Date('2026-11-21T12:00:00Z')).getTime()
  let crashes = options.crashes
  const plan = { random: random.fork('crashes'), share: () => crashes, onCrash: options.onCrash ?? (() => {}) }
  const partner = faultyPartner({
    random: random.fork('partner'),
    share: options.faults,
    meanwhile: async () => options.meanwhile?.(world),
  })
  const ledger = createLedger({ db, writers: options.connections === 1 ? 1 : 2 })
  const honest: Deps = {
    settings: readSettings({
      NODE_ENV: 'test',
      SECRET: 'correct-horse-battery-staple-0123456789',
      TURNOVER_MULTIPLIER: '0.2',
      WITHDRAWAL_AUTO_LIMIT: '100',
      CONTENT_DIR: join(import.meta.dirname, 'offers'),
      PUBLIC_URL: 'http://house.test',
    }),
    clock: { now: () => new Date(at++) },
    randomBytes,
    db: withCrashes(db, plan),
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    ledger: ledgerWithCrashes(ledger, plan),
    callLimits: limitsInMemory(),
    content: loadContent(),
    reference: await openReference(kernelDeps(db, { clock: { now: () => new Date(at) } })),
    lifecycles: [],
    realtime: {
      attach() {},
      publish() {},
      closeSession() {},
      stats: () => ({ online: 0, sockets: 0, channels: 0, publications: 0, deliveries: 0, disconnects: {} }),
      close: async () => {},
    },
    partners: { payments: [partner.port], gameStudios: [simulatedStudio] } as unknown as Deps['partners'],
  }
  await seedDefinitions({ ...honest, db }, [offerKind])
  const deps = options.sabotage?.(honest) ?? honest
  const world: World = {
    deps,
    db,
    partner,
    players: [],
    again: [],
    answered: new Map(),
    forward: (ms) => void (at += ms),
    as: (player) => ({ ...deps, caller: callerOf(player) }),
    stopCrashes: () => void (crashes = 0),
    async close() {
      await ledger.close()
      await db.close()
    },
  }
  return world
}

function callerOf({ id, sessionId }: SimPlayer): PlayerCtx['caller'] {
  return { ...testCaller, country: 'DE', player: { id, sessionId } }
}

/** A player with a stepped-up session and an account in each currency. */
export async function createPlayer({ db, players }: World, random: Random): Promise<SimPlayer> {
  const player: SimPlayer = {
    id: random.uuid(),
    sessionId: random.uuid(),
    accounts: {},
    rounds: [],
    deposits: [],
    withdrawals: [],
    keepsBonuses: random.chance(0.5),
  }
  await db.asOwner(
    `INSERT INTO identity.players (id, email, country, currency, status, created_at, updated_at) VALUES ($1, $2, 'DE', 'EUR', 1, now(), now())`,
    [player.id, `${player.id}@example.test`],
  )
  await db.asOwner(
    `INSERT INTO identity.sessions (id, player_id, rotated_at, created_at, last_used_at, active_at, ip, user_agent, stepped_up_at) VALUES ($1, $2, '2999-01-01', '2999-01-01', '2999-01-01', '2999-01-01', '127.0.0.1', 'simulation', '2999-01-01')`,
    [player.sessionId, player.id],
  )
  for (const [index, currency] of currencies.entries()) {
    player.accounts[currency] = (
      await db.transaction((tx) => openAccount(tx, { playerId: player.id, currency, active: index === 0 }))
    ).id
  }
  players.push(player)
  return player
}
