/** From an empty machine to a listening site, and back down without losing a bet. The only place that wires the product. */
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { printBanner } from './banner.ts'
import { createLog } from './log.ts'
import { readOrMakeSecret } from './secret.ts'
import { readSettings, SettingsError, type Settings } from './settings.ts'
import { logWarnings } from './warnings.ts'
import { assemble, type House } from './wire.ts'

export type Mode = 'start' | 'dev'

/** Starts the product and stays until a signal ends it. Faults of the operator's making end in one sentence, not a stack. */
export async function start({ mode }: { mode: Mode }): Promise<void> {
  const startedAt = performance.now()
  const interrupt = new AbortController()
  const opening = open(mode, interrupt.signal)
  closeOnSignals(opening, interrupt)
  try {
    const { settings } = await opening
    if (!interrupt.signal.aborted) printBanner(settings, mode, performance.now() - startedAt)
  } catch (error) {
    if (interrupt.signal.aborted) return
    console.error(`Fairhouse did not start. ${explain(error)}`)
    process.exit(1)
  }
}

type OpenHouse = { settings: Settings; close(): Promise<void> }

/** `interrupted` ends the build; what had started until then is closed before the promise rejects. */
async function open(mode: Mode, interrupted: AbortSignal): Promise<OpenHouse> {
  const settings = readSettings()
  if (!settings.secret) settings.secret = await readOrMakeSecret(settings.dataDir)
  const log = createLog(settings.logLevel)
  // The build and the database do not wait for each other: the first start is judged by its seconds.
  const built = import('#scripts/build.ts').then(async (build): Promise<unknown> =>
    mode === 'dev' ? build.buildStudio(interrupted) : build.buildIfStale(interrupted),
  )
  // Awaited once the pages are mounted; a failure before that must wait for its reader.
  built.catch(() => undefined)
  const house = await assemble(settings, log, { isDevelopment: mode === 'dev', built })
  try {
    const app = await createApp(house.deps, { routes: house.routes, plugins: house.plugins })
    house.deps.realtime.attach(app.server)
    // An open page's socket would hold the server for ever; told to come back, it finds the next process and what it missed.
    app.addHook('preClose', () => house.deps.realtime.close())
    await app.listen({ port: settings.port, host: settings.host })
    await house.begin()
    // Not before: a start that fails says why, and nothing else.
    logWarnings(settings, log)
    return { settings, close: () => closeHouse(app, house) }
  } catch (error) {
    if (interrupted.aborted) await house.close()
    throw error
  }
}

/** First no new work, then the work under way, then what it left to do, then the database. */
async function closeHouse(app: FastifyInstance, house: House): Promise<void> {
  // A connection that was busy when the doors closed waits for more work once it is answered: it is ended as it falls idle.
  const ending = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close().finally(() => clearInterval(ending))
  await house.close()
}

/** From the first moment on: a start that is cut short leaves neither a build nor a database running. */
function closeOnSignals(opening: Promise<OpenHouse>, interrupt: AbortController): void {
  const close = async (signal: string) => {
    if (interrupt.signal.aborted) return
    interrupt.abort()
    console.log(`${signal}: finishing what is under way …`)
    const tooLong = setTimeout(() => process.exit(1), 25_000)
    tooLong.unref()
    const house = await opening.catch(() => null)
    await house?.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void close('SIGTERM'))
  process.on('SIGINT', () => void close('SIGINT'))
}

function explain(error: unknown): string {
  if (error instanceof SettingsError) return error.message
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE')
    return `Another program listens on port ${'port' in error ? String(error.port) : ''} already: end it, or set PORT.`
  return process.env.LOG_LEVEL === 'debug' ? (error.stack ?? error.message) : error.message
}
