import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished } from 'vitest'
import { playDay } from '#tests/audit/a-day.ts'
import { longTest } from '#tests/setup/length.ts'
import { buildAudit } from './build-audit.ts'

const run = promisify(execFile)

longTest('the package, packed and installed in an empty folder without a registry, audits an export', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairhouse-audit-package-'))
  const day = await playDay()
  onTestFinished(async () => {
    await day.fixture.close()
    for (const each of [folder, day.folder]) await rm(each, { recursive: true, force: true })
  })
  const built = join(folder, 'built')
  await buildAudit(built)
  const { stdout } = await run('npm', ['pack', built, '--pack-destination', folder, '--json'])
  const [packed] = JSON.parse(stdout) as Array<{ filename: string; files: Array<{ path: string }> }>
  expect(packed!.files.filter(({ path }) => path.endsWith('.ts') && !path.includes('node_modules'))).toEqual([])
  const empty = join(folder, 'empty')
  await run('mkdir', [empty])
  await writeFile(join(empty, 'package.json'), '{}')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed!.filename)], { cwd: empty })
  // Without what this repository's Node.js and its settings would add.
  const audit = () =>
    run('npx', ['--offline', 'fairhouse-audit', day.folder], { cwd: empty, env: { ...process.env, NODE_OPTIONS: '' } })
  expect((await audit()).stdout).toContain('Everything agrees.')

  const file = join(day.folder, 'players-0001.ndjson.gz')
  const changed = gzipSync(
    gunzipSync(await readFile(file))
      .toString()
      .replace(/"payout":\s*0,/, '"payout": 5,'),
  )
  await writeFile(file, changed)
  await expect(audit()).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not the file whose hash'),
  })
})
