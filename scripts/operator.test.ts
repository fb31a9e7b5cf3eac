import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allInvariants } from '#server/modules.ts'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { type Cashier, cashier } from '#tests/setup/cashier.ts'
import { longTest } from '#tests/setup/length.ts'
import { runDatabaseCommand } from './operator/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-operator-'))
let app: TestApp
let printed: string[]
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  printed = []
})

const print = (line: string) => void printed.push(line)
const run = (...words: string[]) =>
  runDatabaseCommand(
    words,
    async () => ({ ...app.deps, storage: app.deps.partners.storage, print, close: async () => {} }),
    print,
  )

test('without a command the usage is printed', async () => {
  for (const words of [[], ['books'], ['books', 'burn'], ['toString', 'call'], ['books', 'constructor']])
    expect(await run(...words)).toBe(2)
  expect(printed[0]).toContain('books check')
  expect(printed[0]).toContain('consumers list')
})

test('an unknown command is named, with the commands of its subject', async () => {
  await run('books', 'burn')
  expect(printed[0]).toBe('There is no command books burn.')
  expect(printed[1]).toContain('books check')
  expect(printed[1]).not.toContain('consumers list')
})

test('words beyond the usage are refused, and nothing is done', async () => {
  expect(await run('books', 'check', '--json', 'twice')).toBe(2)
  expect(printed).toEqual(['Too many words. Usage: npm run operator -- books check [--json]'])
})

longTest('without the database or the secret of the site, a command names what is missing and creates nothing', () => {
  const dataDir = join(folder, 'mistyped')
  const runWithoutSettings = (variables: object) => {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...variables }
    const result = spawnSync(process.execPath, [join(import.meta.dirname, 'operator.ts'), 'books', 'check'], { env })
    expect(result.status).toBe(1)
    expect(existsSync(dataDir)).toBe(false)
    return String(result.stderr)
  }
  expect(runWithoutSettings({})).toBe(
    `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL as for the site.\n`,
  )
  expect(runWithoutSettings({ DATABASE_URL: 'postgres://127.0.0.1:1/none' })).toBe(
    `SECRET is not set, and ${dataDir} has none: use the settings of the site.\n`,
  )
})

test('a backup inside the folder that it copies is refused', async () => {
  expect(await run('backup', 'make', join(app.deps.settings.dataDir, 'backup'))).toBe(1)
  expect(printed[0]).toContain('is inside DATA_DIR')
})

describe('a backup of an external PostgreSQL', () => {
  const makeBackup = (target: string, path = process.env.PATH) => {
    const before = process.env.PATH
    process.env.PATH = path
    const settings = { ...app.deps.settings, databaseUrl: app.db.url, dataDir: join(folder, 'data') }
    settings.documents = { ...settings.documents, folder: app.deps.settings.documents.folder }
    const context = { ...app.deps, settings, storage: app.deps.partners.storage, print, close: async () => {} }
    return runDatabaseCommand(['backup', 'make', target], async () => context, print).finally(
      () => (process.env.PATH = before),
    )
  }

  test('fails without pg_dump, names it and leaves no folder', async () => {
    const target = join(folder, 'without')
    expect(await makeBackup(target, folder)).toBe(1)
    expect(printed.join()).toContain('pg_dump did not start')
    expect(existsSync(target)).toBe(false)
  })

  test('contains the dump and the documents; a pg_dump older than the server is named', async () => {
    const target = join(folder, 'external')
    const documents = join(folder, 'documents')
    mkdirSync(documents)
    writeFileSync(join(documents, 'one'), 'encrypted')
    app.deps.settings.documents = { ...app.deps.settings.documents, folder: documents }
    if ((await makeBackup(target)) === 0) {
      expect(readFileSync(join(target, 'house.dump')).subarray(0, 5).toString()).toBe('PGDMP')
      expect(readFileSync(join(target, 'documents/one'), 'utf8')).toBe('encrypted')
    } else {
      expect(printed.join()).toMatch(/server version mismatch|pg_dump did not start/)
      expect(existsSync(target)).toBe(false)
    }
  })
})

describe('the ledger', () => {
  let cashierApp: Cashier
  beforeAll(async () => {
    cashierApp = await cashier()
  })
  afterAll(() => cashierApp.close())
  const operator = (lines: string[], ...words: string[]) =>
    runDatabaseCommand(
      words,
      async () => ({
        ...cashierApp.deps,
        storage: cashierApp.deps.partners.storage,
        print: (line: string) => void lines.push(line),
        close: async () => {},
      }),
      (line) => void lines.push(line),
    )

  test('an intact ledger is reported; a violated invariant is named with its rows and sets the exit code', async () => {
    const player = await cashierApp.player()
    await player.fund('EUR', 500_000n)
    const lines: string[] = []
    expect(await operator(lines, 'books', 'check')).toBe(0)
    expect(lines.at(-1)).toMatch(/^All \d+ invariants hold\.$/)
    await cashierApp.asOwner('UPDATE wallet.accounts SET cash = cash - 1, held = held + 1 WHERE player_id = $1', [
      player.id,
    ])
    expect(await operator(lines, 'books', 'check')).toBe(1)
    expect(lines).toContain('VIOLATED: the held balance of a wallet is the sum of its open withdrawals')
    expect(lines.at(-1)).toContain('are violated')
    await cashierApp.asOwner('UPDATE wallet.accounts SET cash = cash + 1, held = held - 1 WHERE player_id = $1', [
      player.id,
    ])
  })

  test('open discrepancies are listed, and set the exit code', async () => {
    const lines: string[] = []
    expect([await operator(lines, 'books', 'breaks'), lines.at(-1)]).toEqual([0, 'No open discrepancies.'])
    await cashierApp.asOwner(
      `INSERT INTO payments.breaks (partner, subject, external_id, kind, detail, happened_at, first_seen_at, last_seen_at) VALUES ('sandbox', 'payment', 'pay_x', 'not-in-books', '{}', now(), now(), now())`,
    )
    expect([await operator(lines, 'books', 'breaks'), lines.at(-2)]).toEqual([1, expect.stringContaining('pay_x')])
    expect(await operator(lines, 'books', 'breaks', '--json')).toBe(1)
    expect(JSON.parse(lines.at(-1)!).breaks).toMatchObject([{ partner: 'sandbox', external_id: 'pay_x' }])
  })

  test('other lists are printed as JSON as well, and an unknown option is refused', async () => {
    const lines: string[] = []
    expect(await operator(lines, 'books', 'check', '--json')).toBe(0)
    expect(JSON.parse(lines.at(-1)!)).toEqual({ invariants: allInvariants.length, breaches: [] })
    expect(await operator(lines, 'consumers', 'list', '--json')).toBe(0)
    expect(JSON.parse(lines.at(-1)!)).toEqual({ consumers: expect.any(Array) })
    expect([await operator(lines, 'books', 'check', '--jsno'), lines.at(-1)]).toEqual([
      1,
      'Unknown option --jsno: the only option is --json.',
    ])
  })
})
