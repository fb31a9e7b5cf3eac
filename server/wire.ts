/**
 * Assembles the product from its settings: the verbs' dependencies, the server's routes and plugins, the background
 * work.
 */
import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { mountStudioPages } from '#games/client/mount.ts'
import { knownMaths } from '#games/games.ts'
import { leftRoundsQuery } from '#games/studio/recover.ts'
import { createStudio, type Studio } from '#games/studio/studio.ts'
import { sharedGames } from '#contract/shared-rounds.ts'
import { createSandbox, type Sandbox, sandboxApiKey } from '#sandbox/main.ts'
import type { Logger } from 'pino'
import type { AppParts } from './app.ts'
import { openDatabase } from './kernel/db/connect.ts'
import type { Clock, Deps, RandomBytes, TextDeps } from './deps.ts'
import { eventForms } from './event-forms.ts'
import { measureConsumers } from './kernel/facts/metrics.ts'
import { type Consumers, createConsumers } from './kernel/facts/run-consumers.ts'
import { type Build, mountBuilds } from './http/builds.ts'
import { createLedger, ledgerJobs } from './ledger/index.ts'
import { leftWorkJob } from './kernel/jobs/left-work.ts'
import { type Job, type Scheduler, startScheduler } from './kernel/jobs/scheduler.ts'
import {
  contentChannel,
  loadContent,
  mountOpenapi,
  openReference,
  type Reference,
  referenceChannel,
  refreshContent,
  warnOfRates,
} from './reference/index.ts'
import { senderOf, subscriptionsIn, supportAddress } from './messaging/index.ts'
import { limitsInMemory, limitsInRedis } from './kernel/call-limits.ts'
import { DatabaseClock } from './kernel/db/database-clock.ts'
import { acceptSecret, keysThatChanged } from './kernel/secrets/accept-secret.ts'
import { renewJob } from './kernel/secrets/renew.ts'
import { defaultLocale } from './kernel/locales.ts'
import { acceptStore, checkSession } from './identity/index.ts'
import { demoPlayer, seedPlayers } from './profile/index.ts'
import { countryOf } from './kernel/http/geo.ts'
import {
  catalogueChannel,
  makeDemoChain,
  mountStudios,
  openDemoJackpot,
  refreshGames,
  sharedRoundsJob,
  sharedTables,
  walletInProcess,
} from './play/index.ts'
import { mountUnsubscribe } from './campaigns/index.ts'
import { seedOperators } from './operators/index.ts'
import { noteGames, storeGrantLimits } from './rewards/index.ts'
import { warnOfUnreadable } from './kernel/definitions/warn-of-unreadable.ts'
import { seedDefinitions } from './kernel/definitions/seed.ts'
import { readAnew } from './kernel/outbox/read-anew.ts'
import { type Relay, startRelay } from './kernel/outbox/relay.ts'
import { createInHouseStudio, inHouseStudioKeysOf, inHouseStudioSlug } from './partners/game-studio/in-house-studio.ts'
import { outsideStudiosOf } from './partners/game-studio/from-settings.ts'
import { readSandboxStudioKeys, type SandboxStudioKeys } from './partners/game-studio/sandbox-keys.ts'
import { identityCheckOf } from './partners/identity-check/from-settings.ts'
import { type Chain, hasSandboxChain, loadChain } from './chain/index.ts'
import { paymentPartnersOf } from './partners/payments/from-settings.ts'
import { sportsbookOf } from './partners/sportsbook/from-settings.ts'
import { beaconOf } from './partners/beacon/from-settings.ts'
import { ratesSourceOf } from './partners/rates/from-settings.ts'
import { socialLoginsOf } from './partners/social-login/from-settings.ts'
import { createNoMail } from './partners/email/no-mail.ts'
import { createSmtp } from './partners/email/smtp.ts'
import { createWebPush } from './partners/push/web-push.ts'
import { createSandboxInbox } from './partners/sandbox-inbox.ts'
import { smsCarrierOf } from './partners/sms/from-settings.ts'
import { createNoSms } from './partners/sms/no-sms.ts'
import { createProofOfWork } from './partners/captcha/proof-of-work.ts'
import { documentStoreOf } from './partners/storage/from-settings.ts'
import { checkPolicies, cycleMs, longestCycleMs, zonesOfPolicies } from './kernel/policy.ts'
import { adoptZones } from './kernel/time-zones.ts'
import { createRealtime } from './realtime/index.ts'
import {
  allInvariants,
  consumers,
  definitionKinds,
  jobsOf,
  lifecycles,
  registerMetrics,
  routes,
  sealedData,
} from './modules.ts'
import { deriveKey, formerKeys, webPushKeyOf } from './kernel/secret.ts'
import { pagePlugin } from './http/page/plugin.ts'
import { countMovements } from './kernel/http/metrics.ts'
import { verbCaller } from './http/serve.ts'
import { seedHistory } from './seed-history.ts'
import { seedSportsWork } from './sports/index.ts'
import { seedBooksWork } from './cashier/index.ts'
import { seedHousehold } from './harm/index.ts'
import type { Settings } from './settings.ts'

export type Site = AppParts & {
  deps: Deps
  plugins: NonNullable<AppParts['plugins']>
  /** Starts what needs a listening server: partners, jobs, recovery after a crash. */
  begin(): Promise<void>
  /** Stops everything, the database last. The HTTP server must be closed already. */
  close(): Promise<void>
}

export type AssembleOptions = {
  /** Resolves once the browser bundles are in dist/. Null if no pages are served. */
  built: Promise<unknown> | null
  isDevelopment: boolean
  clock?: Clock
  randomBytes?: RandomBytes
  /** Address at which the studio and the sandbox reach this server; by default its own port on this machine. */
  operatorUrl?: () => string
}

/**
 * Other processes signal their commits; polling finds those of one that died before it could, and is most of what an
 * idle server does.
 */
const pollEveryMs = 4_000

export async function assemble(settings: Settings, log: Logger, options: AssembleOptions): Promise<Site> {
  settings.sandbox.secret ||= deriveKey(settings.secret, 'sandbox')
  checkPolicies(settings)
  const content = loadContent({ contentDir: settings.contentDir })
  const dbLog = {
    info: (text: string) => log.info(text),
    warn: (text: string) => log.warn(text),
    debug: (text: string) => log.debug(text),
    error: (text: string) => log.error(text),
  }
  // Loaded while the database starts, and awaited afterwards.
  const chainLoading = loadChain(settings)
  chainLoading.catch(() => undefined)
  const db = await openDatabase({
    url: settings.databaseUrl ?? undefined,
    dataDir: settings.dataDir,
    log: dbLog,
    poolSize: settings.databasePool,
    onUnexpectedEnd: databaseGone,
  })
  const databaseClock = new DatabaseClock({ pool: db.pool, log: dbLog })
  await databaseClock.start()
  const clock = options.clock ?? databaseClock
  const needs = { settings, clock, randomBytes: options.randomBytes ?? randomBytes, log, db, content }
  const isReplaced = await acceptSecret(needs).catch(async (error: unknown) => {
    await db.close()
    throw error
  })
  const storage = documentStoreOf(settings, needs.randomBytes)
  await acceptStore(needs, storage).catch(async (error: unknown) => {
    await db.close()
    throw error
  })
  if (isReplaced) for (const warning of keysThatChanged(settings)) log.warn(warning)
  await adoptZones(db.kysely, zonesOfPolicies(settings)).catch(async (error: unknown) => {
    await db.close()
    throw error
  })
  const studioKeys = settings.hasSandboxStudio ? await readSandboxStudioKeys(settings.dataDir) : null
  const realtime = createRealtime({ settings, log, clock, checkSession: (token) => checkSession(needs, token) })
  let reference: Reference | undefined
  let outsideGames: { refresh(): Promise<void> } | undefined
  // What is announced before the first reading is in it.
  const inMemory: Record<string, () => Promise<void>> = {
    [referenceChannel]: async () => reference?.reload(),
    [contentChannel]: () => refreshContent(needs),
    [catalogueChannel]: async () => outsideGames?.refresh(),
  }
  const relay = await startRelay({
    db,
    publish: (channel, publication) => {
      const read = inMemory[channel]
      return read ? readAnew(log, channel, read) : realtime.publish(channel, publication)
    },
    forms: eventForms,
    pollEveryMs,
    log: dbLog,
    onRewound: databaseRewound,
  })
  reference = await openReference(needs)
  await refreshContent(needs)
  for (const key of content.missing) log.warn({ key }, 'a text is missing, and the default language is shown')
  await seedDefinitions(needs, definitionKinds)
  await storeGrantLimits(needs)
  const ledger = countMovements(createLedger({ db }))
  const operatorUrl = options.operatorUrl ?? (() => `http://127.0.0.1:${settings.port}`)
  const chain = (await chainLoading)?.({ db, clock, log }) ?? null
  const callLimits = settings.redisUrl ? await limitsInRedis(settings.redisUrl, dbLog) : limitsInMemory()
  const parts = {
    ledger,
    callLimits,
    realtime,
    reference,
    lifecycles,
    partners: { ...partnersOf(needs, chain, studioKeys), storage },
  }
  const deps: Deps = { ...needs, ...parts }
  outsideGames = { refresh: () => refreshGames(deps, (offer) => noteGames(db.kysely, [offer])) }
  await noteGames(
    db.kysely,
    deps.partners.gameStudios.filter(({ outside }) => !outside),
  )
  await outsideGames.refresh()
  const studio = studioOf(deps)
  const following = await createConsumers(consumers, {
    db,
    clock,
    log: dbLog,
    needs: deps,
    pollEveryMs,
    isPostingSaturated: ledger.isSaturated,
  })
  if (settings.seed) {
    await seedPlayers(deps)
    // Their passwords are public.
    if (settings.desk.port !== null && !settings.isProduction) {
      await seedOperators(deps)
      await seedSportsWork(deps)
      await seedBooksWork(deps)
      await seedHousehold(deps, ['limited@fairhouse.example', demoPlayer.email])
    }
    for (const game of sharedGames) await makeDemoChain(deps, game)
    await openDemoJackpot(deps)
  }
  return {
    deps,
    routes,
    plugins: pluginsOf(deps, studio, options),
    ...life(deps, { studio, relay, following, operatorUrl, studioKeys, databaseClock }),
  }
}

/** What is in memory, and what pages were told, may be undone: the process starts anew, and pages read everything again. */
function databaseRewound(error: Error): void {
  console.error(`The database has gone back in time, so Fairhouse stops, to be started anew: ${error.message}.`)
  process.exit(1)
}

/** Without its database the process cannot answer correctly: it exits, and its supervisor restarts it. */
function databaseGone(): void {
  console.error(
    'The embedded PostgreSQL exited unexpectedly, so Fairhouse stops. Start it again: no confirmed change is lost.',
  )
  process.exit(1)
}

function partnersOf(
  needs: TextDeps,
  chain: Chain | null,
  studioKeys: SandboxStudioKeys | null,
): Omit<Deps['partners'], 'storage'> {
  const { settings } = needs
  const { isEnabled, url, secret } = settings.sandbox
  const inbox = isEnabled ? createSandboxInbox({ apiUrl: url, apiKey: sandboxApiKey(secret) }) : null
  return {
    payments: paymentPartnersOf(settings, chain?.partner ?? null),
    chain,
    gameStudios: [createInHouseStudio(settings), ...outsideStudiosOf(settings, studioKeys)],
    sportsbook: sportsbookOf(settings, needs.clock),
    identityCheck: identityCheckOf(settings, needs.clock),
    rates: ratesSourceOf(settings, needs.clock),
    beacon: beaconOf(settings, needs.clock),
    captcha: createProofOfWork({
      key: deriveKey(settings.secret, 'captcha'),
      formerKeys: formerKeys(settings.formerSecrets, 'captcha'),
      difficulty: settings.registration.captchaBits,
      randomBytes: needs.randomBytes,
    }),
    mail: settings.mail.smtpUrl
      ? createSmtp({ url: settings.mail.smtpUrl, from: senderOf(needs) })
      : (inbox?.mail ?? createNoMail()),
    push: settings.isDrill
      ? null
      : createWebPush({
          privateKey: webPushKeyOf(settings),
          contact: `mailto:${supportAddress(needs, defaultLocale)}`,
          clock: needs.clock,
          randomBytes: needs.randomBytes,
          subscriptions: subscriptionsIn(needs.db.kysely),
        }),
    sms: smsCarrierOf(settings) ?? inbox?.sms ?? createNoSms(),
    socialLogins: socialLoginsOf(settings),
  }
}

function studioOf(deps: Deps): Studio {
  const { settings, clock, db, log } = deps
  const wallet = walletInProcess(deps, inHouseStudioSlug)
  return createStudio({
    db,
    clock,
    log,
    wallet,
    ...inHouseStudioKeysOf(settings),
    randomBytes: deps.randomBytes,
    cycleMs: (kind) => cycleMs(settings, kind),
    countryOf: (request) => countryOf(request, settings),
    shared: sharedTables(deps),
  })
}

function pluginsOf(deps: Deps, studio: Studio, { isDevelopment, built }: AssembleOptions): Site['plugins'] {
  const build: Build = { id: deps.content.version, builtAt: deps.clock.now().toISOString() }
  return [
    (app: FastifyInstance) => studio.mount(app),
    async (app: FastifyInstance) => {
      await built
      await mountStudioPages(app, { folder: join(import.meta.dirname, '../dist/studio') })
    },
    (app: FastifyInstance) => mountOpenapi(app),
    (app: FastifyInstance) => mountUnsubscribe(app, deps),
    (app: FastifyInstance) => mountStudios(app, deps),
    (app: FastifyInstance) => mountBuilds(app, () => build),
    (app: FastifyInstance) =>
      built ? pagePlugin(app, { deps, callVerb: verbCaller(deps, routes), dev: isDevelopment, built }) : undefined,
  ]
}

type Running = {
  studio: Studio
  relay: Relay
  following: Consumers
  operatorUrl: () => string
  studioKeys: SandboxStudioKeys | null
  databaseClock: DatabaseClock
}

function life(
  deps: Deps,
  { studio, relay, following, operatorUrl, studioKeys, databaseClock }: Running,
): Pick<Site, 'begin' | 'close'> {
  let sandbox: Sandbox | undefined
  let scheduler: Scheduler | undefined
  return {
    async begin() {
      const { settings } = deps
      const { port, secret, url } = settings.sandbox
      if (settings.sandbox.isEnabled && port !== null) {
        sandbox = await createSandbox({
          port,
          host: settings.host,
          operatorUrl,
          publicUrl: url,
          secret,
          statePath: join(settings.dataDir, 'sandbox.json'),
          chainStatePath: hasSandboxChain(settings) ? join(settings.dataDir, 'sandbox-chain.json') : null,
          // An outside sportsbook has secrets of its own.
          ...(settings.sportsbook?.secrets.length === 0 && {
            sportsbook: { journalPath: join(settings.dataDir, 'sandbox-bets.jsonl') },
          }),
          ...(studioKeys && { studio: { keys: studioKeys.studio } }),
        })
      }
      if (deps.partners.mail.name === 'none' && !settings.isDrill)
        deps.log.warn('No mails are sent: set SMTP_URL, or SANDBOX=true to read them in the sandbox')
      await warnOfRates(deps)
      registerMetrics(deps)
      measureConsumers(deps.db)
      if (settings.hasConsumers) following.start()
      const jobs: Job[] = [
        ...jobsOf(deps),
        ...studio.jobs,
        { name: 'left-definitions', everyMs: 600_000, run: () => warnOfUnreadable(deps, definitionKinds) },
        renewJob(deps, sealedData),
        leftWorkJob(deps, 'rounds', [{ what: 'rounds of a game', query: leftRoundsQuery, known: knownMaths() }]),
        sharedRoundsJob({ deps, studio: studio.parts, settle: studio.settle }),
        ...ledgerJobs({ ...deps, invariants: allInvariants }),
      ]
      scheduler = startScheduler(
        deps,
        jobs.filter((job) => !settings.isDrill || !job.isLiveOnly),
      )
      // In the background: the first page does not wait for the demo players' rounds.
      if (settings.seed && sandbox)
        void seedHistory({ operatorUrl: operatorUrl(), sandbox, log: deps.log, restMs: longestCycleMs(settings) + 100 })
    },
    async close() {
      databaseClock.stop()
      await scheduler?.stop()
      await following.stop()
      await deps.partners.mail.close()
      await deps.ledger.close()
      await relay.stop()
      await deps.realtime.close()
      await sandbox?.close()
      await deps.callLimits.close()
      await deps.db.close()
    },
  }
}
