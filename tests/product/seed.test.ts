/** `npm run seed` beside a running product writes a consistent history once. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect } from 'vitest'
import { longTest } from '#tests/setup/length.ts'
import { demoPlayer } from '#server/profile/registration/seed.ts'
import { prepareFolder, startSite } from '#tests/setup/site.ts'
import { ask, expectConsistentLedger } from './product-database.ts'
import { send } from './site-player.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'fairhouse-seed-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const seed = (env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, ['scripts/seed.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      NODE_ENV: 'development',
      VITEST: '',
      ROUND_MIN_MS: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      PAGE_LIMIT_PER_MINUTE: '0',
      DATA_DIR: dataDir,
      ...env,
    },
  })

longTest(
  'seeding twice leaves the demo players with one history that meets every ledger invariant',
  { timeout: 90_000 },
  async () => {
    await prepareFolder(dataDir, { SEED: 'false' })
    expect((await seed()).stdout).toContain(demoPlayer.email)
    await seed()
    const site = await startSite({ dataDir, env: { SEED: 'false' } })
    try {
      const {
        body: { accessToken: token },
      } = await send(`${site.url}/api/player/sessions`, 'POST', {
        body: { login: demoPlayer.email, password: demoPlayer.password },
      })
      const read = async (path: string) => (await send(site.url + path, 'GET', { token })).body
      const { data: invoices } = await read('/api/payment/invoices')
      expect(invoices.map(({ status }: { status: number }) => status)).toEqual([2, 2])
      expect((await read('/api/game/spins')).meta.total).toBe(30)
      expect(
        await ask(
          site,
          `SELECT id FROM payments.invoices WHERE status = 1 AND amount IS NOT NULL AND review IS NULL AND flag IS NULL UNION ALL SELECT id FROM studio.rounds WHERE state NOT IN ('settled', 'cancelled')`,
        ),
      ).toEqual([])
      // Operators find work of each kind that a player leaves.
      expect(
        await ask(
          site,
          `SELECT (SELECT count(*)::int FROM payments.invoices WHERE review = 'open') AS withdrawals,
             (SELECT count(*)::int FROM payments.invoices WHERE flag IS NOT NULL) AS flagged,
             (SELECT count(*)::int FROM verification.documents) AS documents,
             (SELECT count(*)::int FROM chat.conversations) AS conversations`,
        ),
      ).toEqual([{ withdrawals: 1, flagged: 1, documents: 2, conversations: 1 }])
      await expectConsistentLedger(site)
      const refused = await seed().then(
        () => '',
        (error: { stderr: string }) => error.stderr,
      )
      expect(refused).toContain(`in use by process ${site.child.pid}`)
      expect((await read('/api/game/spins')).meta.total).toBe(30)
      // The product counts the rounds for quests once it runs.
      const days = async () =>
        (await read('/api/retention/quests')).find(({ id }: { id: string }) => id === 'three-in-a-row').tasks[0]
          .progress
      await expect.poll(days).toBe(1)
    } finally {
      await site.stop()
    }
  },
)

longTest('seeding is refused in production', async () => {
  const refused = await seed({ NODE_ENV: 'production', DATA_DIR: join(dataDir, 'production') }).then(
    () => '',
    (error: { stderr: string }) => error.stderr,
  )
  expect(refused).toMatch(/do not belong in production/)
})
