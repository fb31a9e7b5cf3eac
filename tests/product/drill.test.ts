/**
 * The drill of docs/operations/backups.md: back up, restore and start with DRILL. The copy sends nothing, and every
 * page has a notice.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect } from 'vitest'
import { longTest } from '#tests/setup/length.ts'
import { prepareFolder, startSite } from '#tests/setup/site.ts'
import { expectConsistentLedger } from './product-database.ts'
import { playerByToken, registerPlayer, startDeposit, until } from './site-player.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'fairhouse-drill-'))
const ending: Array<() => Promise<unknown>> = []
/** Stands in for every partner of the site and refuses each call, so that all work stays in its queue. */
let calls = 0
const partners = createServer((socket) => {
  calls++
  socket.on('error', () => undefined)
  socket.end('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n')
})
afterAll(async () => {
  for (const end of ending.toReversed()) await end()
  partners.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Writes the example of the documentation to a file. */
function methodsFile(): string {
  const page = readFileSync(join(root, 'docs/payment-partners.md'), 'utf8')
  const path = join(folder, 'methods.json')
  writeFileSync(path, /```json offers\n([^`]*)```/.exec(page)![1]!)
  return path
}

longTest('a restored copy started as a drill sends nothing and shows a notice', { timeout: 480_000 }, async () => {
  await new Promise<void>((listening) => partners.listen(0, '127.0.0.1', listening))
  const place = `127.0.0.1:${(partners.address() as AddressInfo).port}`
  const env = {
    SEED: 'false',
    SANDBOX: 'false',
    SMTP_URL: `smtp://${place}`,
    SMS_WEBHOOK_URL: `http://${place}/sms`,
    SMS_WEBHOOK_SECRET: 'a secret for text messages, 32 or more',
    RATES_URL: `http://${place}/rates`,
    RATES_SECRET: 'a secret for exchange rates, 32 or more',
    PAYMENT_GATEWAYS: JSON.stringify([
      {
        slug: 'acme',
        name: 'Acme Pay',
        protocol: 'generic',
        url: `http://${place}/pay`,
        apiKey: 'a key of the gateway',
        webhookSecrets: ['a secret of its webhooks'],
        methods: methodsFile(),
      },
    ]),
  }
  const original = await prepareFolder(join(folder, 'live'), { SEED: 'false' })
  const live = await startSite({ dataDir: original, env, timeoutMs: 120_000 })
  ending.push(() => live.stop())
  const player = await registerPlayer(live)
  await startDeposit(player, 5000, { method: 'acme.card' })
  await until(async () => calls > 2, 'the live site calls its partners')
  const operator = (...words: string[]) =>
    execFileSync(process.execPath, ['scripts/operator.ts', ...words], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'development', DATA_DIR: original, ...env },
    })
  const backup = join(folder, 'backup')
  expect(operator('backup', 'make', backup)).toContain('contains everything committed')
  expect(await live.stop()).toBe(0)

  calls = 0
  const drill = await startSite({ dataDir: backup, env: { ...env, DRILL: 'true' }, timeoutMs: 120_000 })
  ending.push(() => drill.stop())
  const notice = 'Recovery drill: this is a copy.'
  for (const path of ['/', '/sign-in', '/no-such-page', '/games'])
    expect(await (await fetch(`${drill.url}${path}`)).text()).toContain(notice)
  expect(drill.output()).toContain('DRILL is set')
  // The session of the live site is valid in the copy, and the actions of a player send nothing either.
  const again = await playerByToken(drill, player.email, player.token)
  expect(await again.cash()).toBe(0)
  await registerPlayer(drill)
  await sleep(8_000)
  expect(calls).toBe(0)
  await expectConsistentLedger(drill)
  expect(await drill.stop()).toBe(0)

  // Without DRILL the copy is a live site.
  const copy = await startSite({ dataDir: backup, env, timeoutMs: 120_000 })
  ending.push(() => copy.stop())
  expect(await (await fetch(`${copy.url}/`)).text()).not.toContain(notice)
  await until(async () => calls > 2, 'the copy calls the partners')
})
