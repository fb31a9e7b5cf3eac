/**
 * `npm run seed` adds the demo players and their history to the configured database, and exits. It starts the product
 * on a private port with its own sandbox partner, so that the history is played and paid like any other. Repeating it
 * adds nothing.
 */
import { createApp } from '#server/app.ts'
import { createSandbox } from '#sandbox/main.ts'
import { createLog } from '#server/kernel/log.ts'
import { demoPlayers } from '#server/profile/registration/seed.ts'
import { startScheduler } from '#server/kernel/jobs/scheduler.ts'
import { jobs } from '#server/cashier/jobs.ts'
import { deriveKey, readOrMakeSecret } from '#server/kernel/secret.ts'
import { longestCycleMs } from '#server/kernel/policy.ts'
import { seedHistory } from '#server/seed-history.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { assemble } from '#server/wire.ts'
import { freePort } from './free-port.ts'

async function seed(): Promise<void> {
  const settings = readSettings()
  if (settings.isProduction && !settings.seed)
    throw new Error(
      'Demo players have known passwords and do not belong in production. If this is a demonstration, set SEED=true.',
    )
  settings.seed = true
  if (!settings.secret) settings.secret = await readOrMakeSecret(settings.dataDir)
  await useOwnSandbox(settings)
  let operatorUrl = ''
  const site = await assemble(settings, createLog(settings.logLevel === 'info' ? 'warn' : settings.logLevel), {
    isDevelopment: false,
    built: null,
    operatorUrl: () => operatorUrl,
  })
  const app = await createApp(site.deps, { routes: site.routes, plugins: site.plugins })
  try {
    operatorUrl = await app.listen({ port: 0, host: '127.0.0.1' })
    await playHistory(settings, site.deps, operatorUrl)
  } finally {
    await app.close()
    await site.close()
  }
  console.log(`Seeded: ${demoPlayers.map(({ email }) => email).join(', ')}.`)
}

/**
 * Uses a sandbox of its own, because the state file of the running product's sandbox allows one writer. All of these
 * payments are settled before the end, so nothing needs them later.
 */
async function useOwnSandbox(settings: Settings): Promise<void> {
  settings.sandbox.secret ||= deriveKey(settings.secret, 'sandbox')
  settings.sandbox.isEnabled = true
  settings.sandbox.port = await freePort()
  settings.sandbox.url = `http://127.0.0.1:${settings.sandbox.port}`
}

async function playHistory(
  settings: Settings,
  deps: Awaited<ReturnType<typeof assemble>>['deps'],
  operatorUrl: string,
): Promise<void> {
  const { port, url, secret } = settings.sandbox
  const sandbox = await createSandbox({
    port: port!,
    operatorUrl,
    publicUrl: url,
    secret,
    statePath: null,
    confirmMs: 0,
  })
  const scheduler = startScheduler(deps, jobs(deps))
  try {
    await seedHistory({ operatorUrl, sandbox, log: deps.log, restMs: longestCycleMs(settings) + 100 })
  } finally {
    await scheduler.stop()
    await sandbox.close()
  }
}

await seed().catch((error: Error) => {
  console.error(`Seeding failed: ${error.message}`)
  process.exitCode = 1
})
