/** Starts the product on an empty or existing data folder, and shuts it down without losing a bet. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { printBanner } from './banner.ts'
import { createDesk } from './http/desk.ts'
import { deskRoutes } from './modules.ts'
import { createLog } from './kernel/log.ts'
import { unknownRestrictions } from './play/index.ts'
import { readOrMakeSecret } from './kernel/secret.ts'
import { SettingsError } from './kernel/settings-error.ts'
import { readSettings, type Settings } from './settings.ts'
import { missingForProduction } from './missing-for-production.ts'
import { logWarnings, summaryOfMissing, type Warning, warningsOf } from './warnings.ts'
import { assemble, type Site } from './wire.ts'

export type Mode = 'start' | 'dev'

/** Starts the product and runs until a signal. Configuration errors are printed as a message without a stack. */
export async function start({ mode }: { mode: Mode }): Promise<void> {
  const startedAt = performance.now()
  const interrupt = new AbortController()
  const opening = open(mode, interrupt.signal)
  closeOnSignals(opening, interrupt)
  try {
    const opened = await opening
    if (!interrupt.signal.aborted) printBanner(opened, mode, performance.now() - startedAt)
  } catch (error) {
    if (interrupt.signal.aborted) return
    console.error(`Fairhouse did not start. ${explain(error)}`)
    process.exit(1)
  }
}

type OpenSite = { settings: Settings; warnings: Warning[]; leave(): void; close(): Promise<void> }

/** `interrupted` stops the build; everything already started is closed before the promise rejects. */
async function open(mode: Mode, interrupted: AbortSignal): Promise<OpenSite> {
  const settings = readSettings()
  if (!settings.secret) settings.secret = await readOrMakeSecret(settings.dataDir)
  const log = createLog(settings.logLevel)
  // The build and the database start in parallel, because a first start should take seconds.
  const built = import('#scripts/build.ts').then(async (build): Promise<unknown> =>
    mode === 'dev' ? build.buildStudio(interrupted) : build.buildIfStale(interrupted),
  )
  // Awaited once the pages are mounted; an earlier rejection must not count as unhandled.
  built.catch(() => undefined)
  const site = await assemble(settings, log, { isDevelopment: mode === 'dev', built })
  try {
    const app = await createApp(site.deps, { routes: site.routes, plugins: site.plugins })
    site.deps.realtime.attach(app.server)
    // Open sockets would keep the server from closing; clients reconnect to the next process and catch up.
    app.addHook('preClose', () => site.deps.realtime.close())
    await app.listen({ port: settings.port, host: settings.host }).catch((error: Error & { code?: string }) => {
      if (error.code === 'EADDRINUSE') throw error
      throw new Error(`HOST and PORT: cannot listen on ${settings.host}:${settings.port}: ${error.message}`)
    })
    const desk = await openDesk(site, built)
    await site.begin()
    // Only after a successful start: a failed one prints its reason and nothing else.
    // A demonstration with the sandbox is in production without any of it.
    const missing =
      settings.isProduction && !settings.isDrill && !settings.sandbox.isEnabled
        ? await missingForProduction(site.deps)
        : []
    const warnings = [...warningsOf(settings, unknownRestrictions(site.deps)), ...summaryOfMissing(missing)]
    logWarnings(warnings, log)
    return { settings, warnings, leave: () => app.leave(), close: () => closeSite([app, desk], site) }
  } catch (error) {
    if (interrupted.aborted) await site.close()
    throw error
  }
}

/** Where operators work, on a port of its own; null where the settings switch it off. */
async function openDesk({ deps }: Site, built: Promise<unknown>): Promise<FastifyInstance | null> {
  const { port, host } = deps.settings.desk
  if (port === null) return null
  await built
  const app = await createDesk(deps, deskRoutes, { folder: join(import.meta.dirname, '../dist/desk') })
  await app.listen({ port, host }).catch((error: Error & { code?: string }) => {
    if (error.code === 'EADDRINUSE')
      throw new Error(`Port ${port} of the desk is in use by another program: stop it, or set DESK_PORT.`)
    throw new Error(`DESK_HOST and DESK_PORT: cannot listen on ${host}:${port}: ${error.message}`)
  })
  return app
}

/** Stops accepting work, finishes current work, then queued work, then closes the database. */
async function closeSite(apps: Array<FastifyInstance | null>, site: Site): Promise<void> {
  await Promise.all(apps.map(async (app) => app?.close()))
  await site.close()
}

/**
 * Registered first: an interrupted start leaves neither a build nor a database running. A supervisor's SIGTERM lets the
 * proxy send its calls elsewhere first, which a person with SIGINT need not wait for. A second SIGTERM changes nothing: a
 * supervisor and npm may each send one.
 */
function closeOnSignals(opening: Promise<OpenSite>, interrupt: AbortController): void {
  const hurry = new AbortController()
  const close = async (signal: 'SIGTERM' | 'SIGINT') => {
    if (signal === 'SIGINT') hurry.abort()
    if (interrupt.signal.aborted) return
    interrupt.abort()
    const leaving = opening.then(
      async (site) => {
        const { leaveMs } = site.settings
        if (leaveMs === 0 || hurry.signal.aborted) return site
        site.leave()
        console.log(`${signal}: calls go elsewhere; shutting down in ${leaveMs / 1000} s …`)
        await sleep(leaveMs, null, { signal: hurry.signal }).catch(() => undefined)
        return site
      },
      () => null,
    )
    const site = await leaving
    console.log(`${signal}: shutting down …`)
    const tooLong = setTimeout(() => process.exit(1), 25_000)
    tooLong.unref()
    await site?.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void close('SIGTERM'))
  process.on('SIGINT', () => void close('SIGINT'))
}

function explain(error: unknown): string {
  if (error instanceof SettingsError) return error.message
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE')
    return `Port ${'port' in error ? String(error.port) : ''} is in use by another program: stop it, or set PORT.`
  return process.env.LOG_LEVEL === 'debug' ? (error.stack ?? error.message) : error.message
}
