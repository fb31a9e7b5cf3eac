import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noFaults } from '#sandbox/faults.ts'
import { createInHouseStudio } from '#server/partners/game-studio/in-house-studio.ts'
import { sendPayouts } from '#server/cashier/payouts/send-payouts.ts'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { operatorKey } from '#tests/setup/operator.ts'
import { longTest } from '#tests/setup/length.ts'
import { jpeg } from '#tests/setup/sample-files.ts'
import { runOperatorCommand } from './operator.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-operator-'))
let app: TestApp
let printed: string[]
let key: string
let id: string
beforeAll(async () => {
  app = await testApp()
  key = await operatorKey(app.deps)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  printed = []
  id = randomUUID()
  const [playerId, now] = [randomUUID(), app.deps.clock.now()]
  await app.db.asOwner(
    `INSERT INTO identity.players (id, email, country, currency, created_at, updated_at) VALUES ($1, $2, 'DE', 'EUR', $3, $3)`,
    [playerId, `${playerId}@example.test`, now],
  )
  await app.deps.partners.storage.put(
    id,
    (async function* () {
      yield jpeg()
    })(),
  )
  await app.db.asOwner(
    `INSERT INTO verification.documents (id, player_id, type, name, mime_type, size, created_at) VALUES ($1, $2, 'identity', 'pass.jpg', 'image/jpeg', $3, $4)`,
    [id, playerId, jpeg().length, now],
  )
})

const print = (line: string) => void printed.push(line)
const run = (...words: string[]) =>
  runOperatorCommand(
    words,
    async () => ({
      ...app.deps,
      partners: { ...app.deps.partners, gameStudios: [createInHouseStudio(app.deps.settings)] },
      storage: app.deps.partners.storage,
      print,
      close: async () => {},
    }),
    print,
    async () => key,
  )
const status = async () =>
  (await app.db.asOwner('SELECT status, comment FROM verification.documents WHERE id = $1', [id])).rows[0]

test('without a command the usage is printed', async () => {
  for (const words of [[], ['documents'], ['documents', 'burn'], ['toString', 'call'], ['documents', 'constructor']])
    expect(await run(...words)).toBe(2)
  expect(printed[0]).toContain('documents approve <id>')
  expect(printed[0]).toContain('rates show')
})

test('an unknown command is named, with the commands of its subject', async () => {
  await run('documents', 'burn')
  expect(printed[0]).toBe('There is no command documents burn.')
  expect(printed[1]).toContain('documents approve <id>')
  expect(printed[1]).not.toContain('rates show')
})

test('words beyond the usage are refused, and nothing is done', async () => {
  expect(await run('documents', 'approve', id, 'blurred')).toBe(2)
  expect(printed).toEqual(['Too many words. Usage: npm run operator -- documents approve <id>'])
  expect(await status()).toEqual({ status: 1, comment: null })
  expect(await run('documents', 'decline', id, 'It', 'is', 'blurred')).toBe(0)
  expect(await status()).toEqual({ status: 3, comment: 'It is blurred' })
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
    return runOperatorCommand(
      ['backup', 'make', target],
      async () => context,
      print,
      async () => key,
    ).finally(() => (process.env.PATH = before))
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

test('a rate that is not in decimal digits is refused', async () => {
  expect(await run('rates', 'set', 'USD', '0x10', 'a', 'test')).toBe(1)
  expect(printed).toEqual(['A rate is a positive number: units of the currency for one euro.'])
})

test('a pending document is listed, saved as uploaded, and approved', async () => {
  expect(await run('documents', 'list')).toBe(0)
  expect(printed.join('\n')).toContain(id)
  const path = join(folder, 'pass.jpg')
  expect(await run('documents', 'save', id, path)).toBe(0)
  expect(readFileSync(path).equals(jpeg())).toBe(true)
  expect(statSync(path).mode & 0o077).toBe(0)
  expect(await run('documents', 'save', id, path)).toBe(1)
  expect(await run('documents', 'approve', id)).toBe(0)
  expect(await status()).toEqual({ status: 2, comment: null })
  printed = []
  await run('documents', 'list')
  expect(printed.join()).not.toContain(id)
  await run('documents', 'list', 'approved')
  expect(printed.join()).toContain(id)
})

test('declining requires a reason, which the player sees', async () => {
  expect(await run('documents', 'decline', id)).toBe(1)
  expect(await status()).toEqual({ status: 1, comment: null })
  expect(await run('documents', 'decline', id, 'The', 'photo', 'is', 'blurred')).toBe(0)
  expect(await status()).toEqual({ status: 3, comment: 'The photo is blurred' })
})

// Shows: ASVS 7.4.5
test('the sessions of a player, then of everyone, are ended with a reason, and their sockets are closed', async () => {
  const signedIn = async () => {
    const email = `${randomUUID()}@example.test`
    const { body } = await app.send({
      method: 'POST',
      url: '/api/player/register',
      payload: { email, password: 'a quiet harbour', country: 'DE', currency: 'EUR', agreements: 1 },
    })
    const isSignedIn = async () =>
      (await app.send({ method: 'GET', url: '/api/player/profile', token: body.accessToken })).status === 200
    return { email, isLet: isSignedIn }
  }
  const [one, other] = [await signedIn(), await signedIn()]
  for (const words of [['end'], ['end', one.email], ['end', 'nobody@example.test', 'lost', 'phone']])
    expect(await run('sessions', ...words)).not.toBe(0)
  expect([await one.isLet(), await other.isLet()]).toEqual([true, true])
  expect(await run('sessions', 'end', one.email, 'lost', 'phone')).toBe(0)
  expect(printed).toContain('1 session ended.')
  expect([await one.isLet(), await other.isLet()]).toEqual([false, true])
  expect(await run('sessions', 'end', 'everyone', 'leaked', 'key')).toBe(0)
  expect(await other.isLet()).toBe(false)
  const { rows } = await app.db.asOwner(
    "SELECT actor, detail->>'reason' AS reason FROM identity.audit WHERE action = 'session-closed' ORDER BY id",
  )
  expect(rows[0]).toEqual({ actor: 'operator:olga', reason: 'lost phone' })
  const messages = await app.db.asOwner(
    "SELECT count(*)::int AS sent FROM outbox.events WHERE channel = 'internal:sessions'",
  )
  expect(messages.rows[0].sent).toBeGreaterThanOrEqual(2)
})

test('an unknown or malformed id changes nothing', async () => {
  for (const words of [
    ['approve', randomUUID()],
    ['approve', 'x'],
    ['approve'],
    ['decline', randomUUID(), 'why'],
    ['save', randomUUID(), join(folder, 'no')],
    ['list', 'lost'],
  ]) {
    expect([words, await run('documents', ...words)]).toEqual([words, 1])
  }
})

describe('withdrawals and the ledger', () => {
  let cashierApp: Cashier
  let cashierKey: string
  beforeAll(async () => {
    cashierApp = await cashier()
    cashierKey = await operatorKey(cashierApp.deps)
  })
  afterAll(() => cashierApp.close())
  const operator = (lines: string[], ...words: string[]) =>
    runOperatorCommand(
      words,
      async () => ({
        ...cashierApp.deps,
        storage: cashierApp.deps.partners.storage,
        print: (line: string) => void lines.push(line),
        close: async () => {},
      }),
      (line) => void lines.push(line),
      async () => cashierKey,
    )

  async function withdrawalInReview(): Promise<{ player: TestPlayer; number: string; id: string }> {
    const player = await cashierApp.player()
    await player.fund('EUR', 500_000n)
    const { body } = await player.call('POST', '/api/payment/invoices/withdrawal', {
      method: 'sandbox.bank',
      currency: 'EUR',
      amount: 200_000,
      accountId: player.accounts.EUR,
      fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
    })
    return { player, number: body.number, id: body.id }
  }

  test('a withdrawal in review is listed and shown with all details; of two concurrent decisions one applies', async () => {
    const { number, id } = await withdrawalInReview()
    const lines: string[] = []
    expect(await operator(lines, 'withdrawals', 'list')).toBe(0)
    expect(lines.join('\n')).toContain(number)
    expect(await operator(lines, 'withdrawals', 'show', number)).toBe(0)
    expect(lines.join('\n')).toContain('DE89370400440532013000')
    const codes = await Promise.all([
      operator(lines, 'withdrawals', 'approve', number),
      operator(lines, 'withdrawals', 'decline', number, 'not', 'yours'),
    ])
    expect(codes.sort()).toEqual([0, 1])
    const { rows } = await cashierApp.asOwner(
      `SELECT actor FROM identity.audit WHERE action = 'withdrawal-decided' AND detail->>'invoice' = $1`,
      [number],
    )
    expect(rows).toEqual([{ actor: 'operator:olga' }])
    const { rows: pushed } = await cashierApp.asOwner(
      `SELECT payload FROM outbox.events WHERE event = 'invoice.withdrawal.updated' AND payload->>'id' = $1 ORDER BY id DESC LIMIT 1`,
      [id],
    )
    expect(pushed[0].payload.methodNames).toHaveProperty('de')
  })

  test.each([[['approve']], [['approve', 'x']], [['approve', 'F1']], [['decline', 'F1', 'why']], [['show', 'F1']]])(
    '%j decides no withdrawal',
    async (words) => {
      expect(await operator([], 'withdrawals', ...words)).toBe(1)
    },
  )

  test('an intact ledger is reported; a violated invariant is named with its rows and sets the exit code', async () => {
    const { player } = await withdrawalInReview()
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

  test("a partner's statement is compared with the ledger; an unknown partner or invalid period is refused", async () => {
    const lines: string[] = []
    expect(await operator(lines, 'books', 'compare', 'sandbox', '2020-01-01', '2100-01-01')).toBe(0)
    expect(lines.at(-1)).toContain('they agree')
    expect([await operator(lines, 'books', 'breaks'), lines.at(-1)]).toEqual([0, 'No open discrepancies.'])
    await cashierApp.asOwner(
      `INSERT INTO payments.breaks (partner, subject, external_id, kind, detail, happened_at, first_seen_at, last_seen_at) VALUES ('sandbox', 'payment', 'pay_x', 'not-in-books', '{}', now(), now(), now())`,
    )
    expect([await operator(lines, 'books', 'breaks'), lines.at(-2)]).toEqual([1, expect.stringContaining('pay_x')])
    for (const words of [
      [],
      ['nobody', '2026-01-01', '2026-02-01'],
      ['sandbox'],
      ['sandbox', 'now', 'then'],
      ['sandbox', '2026-02-01', '2026-01-01'],
    ])
      expect(await operator([], 'books', 'compare', ...words)).toBe(1)
  })

  test('a flagged payment is listed with its possible decisions, decided once with a reason, and shown with its movements', async () => {
    const { player } = await withdrawalInReview()
    const { body } = await player.call('POST', '/api/payment/invoices/deposit', {
      method: 'sandbox.card',
      currency: 'EUR',
      amount: 5000,
      accountId: player.accounts.EUR,
      fields: {},
    })
    cashierApp.sandbox.faults.wrongAmount = '70.00'
    cashierApp.sandbox.payments.decide(cashierApp.sandbox.payments.byReference(body.invoiceId)!.id, 'pay')
    await cashierApp.settle()
    Object.assign(cashierApp.sandbox.faults, noFaults)
    const {
      rows: [{ number }],
    } = await cashierApp.asOwner('SELECT number FROM payments.invoices WHERE id = $1', [body.invoiceId])
    const lines: string[] = []
    expect(await operator(lines, 'flagged', 'list')).toBe(0)
    expect(lines.find((line) => line.includes(number))).toMatch(
      /another amount.*€50\.00.*€70\.00.*credit \| send-back \| keep/,
    )
    for (const words of [
      ['credit', number],
      ['dismiss', number, 'why'],
      ['charge-house', number, '--paid=x', 'why'],
      ['credit', 'F1', 'why'],
      ['credit', 'x', 'why'],
      ['show', 'F1'],
      ['raise', number, 'why'],
    ]) {
      expect([words, await operator([], 'flagged', ...words)]).toEqual([words, 1])
    }
    expect(await operator(lines, 'flagged', 'credit', number, 'asked', 'the', 'payer')).toBe(0)
    expect((await player.account('EUR')).withdrawalBalance).toBe(307_000)
    expect([await operator(lines, 'flagged', 'credit', number, 'again'), lines.at(-1)]).toEqual([
      0,
      `${number} already has this decision.`,
    ])
    expect(await operator(lines, 'flagged', 'keep', number, 'no')).toBe(1)
    lines.length = 0
    expect(await operator(lines, 'flagged', 'show', number)).toBe(0)
    expect(lines.join('\n')).toMatch(
      /decision=credit {2}reason=asked the payer[^]*deposit-suspense[^]*house:suspense:EUR -> player:/,
    )
    expect(await operator(lines, 'books', 'check')).toBe(0)
  })

  // Shows: attack 154
  test('a withdrawal that is stuck at its partner is flagged, and settled with the amount that an operator enters', async () => {
    const { player, number } = await withdrawalInReview()
    expect(await operator([], 'flagged', 'raise', number, 'stuck')).toBe(1)
    await operator([], 'withdrawals', 'approve', number)
    await sendPayouts(cashierApp.deps)
    const lines: string[] = []
    expect(await operator(lines, 'flagged', 'raise', number, 'stuck', 'for', 'days')).toBe(0)
    expect(await operator(lines, 'flagged', 'charge-house', number, 'paid', 'by', 'hand')).toBe(1)
    expect(lines.at(-1)).toContain('--paid=12.50')
    for (const slip of ['--paid=15000.00', '--paid=150.00']) {
      expect(await operator(lines, 'flagged', 'charge-house', number, slip, 'paid', 'by', 'hand')).toBe(1)
      expect(lines.at(-1)).toMatch(/^€2,000.00 was requested, and €\S+ is far from it\..*--confirm/)
    }
    expect(await operator(lines, 'flagged', 'charge-house', number, '--paid=15000.00', '--confirm')).toBe(1)
    expect(lines.at(-1)).toContain('Enter a reason')
    expect(await operator(lines, 'flagged', 'charge-house', number, '--paid=1500.00', 'x'.repeat(501))).toBe(1)
    expect(await operator(lines, 'flagged', 'charge-house', number, '--paid=1500.00', 'paid', 'by', 'hand')).toBe(0)
    expect(await player.account('EUR')).toMatchObject({ withdrawalBalance: 350_000, lockedBalance: 0 })
    expect(await operator(lines, 'books', 'check')).toBe(0)
  })
})

test('a game, a method and the sportsbook are switched off with a reason, listed, and switched on again', async () => {
  expect(await run('switches', 'off', 'game:dicee', 'a fault')).toBe(1)
  expect(await run('switches', 'off', 'method:card', 'a fault')).toBe(1)
  expect(await run('switches', 'off', 'dice', 'a fault')).toBe(1)
  expect(await run('switches', 'off', 'game:dice', 'in=DE,XX', 'a fault')).toBe(1)
  expect(await run('switches', 'off', 'game:dice', 'in=DE')).toBe(1)
  expect(printed.join('\n')).toMatch(
    /There is no game dicee.*\n.*There is no method card.*\n.*Enter what to switch off.*\n.*Unknown country XX.*\n.*Enter a reason/,
  )
  printed = []
  await run('switches', 'list')
  expect(await run('switches', 'off', 'game:dice', 'in=DE,AT', 'a', 'letter')).toBe(0)
  expect(await run('switches', 'off', 'sportsbook', 'no prices')).toBe(0)
  expect(await run('switches', 'off', 'sportsbook', 'no prices')).toBe(1)
  await run('switches', 'list')
  expect(await run('switches', 'on', 'game:dice', 'in=AT', 'answered')).toBe(0)
  expect(await run('switches', 'on', 'game:dice', 'answered')).toBe(0)
  expect(await run('switches', 'on', 'sportsbook', 'prices are back')).toBe(0)
  expect(printed).toMatchObject([
    'Nothing is switched off.',
    'game:dice is switched off: DE, AT.',
    'sportsbook is switched off: everywhere.',
    'sportsbook is off already: see switches list.',
    expect.stringMatching(/game:dice +AT .* operator:olga: a letter/),
    expect.stringMatching(/game:dice +DE .* operator:olga: a letter/),
    expect.stringMatching(/sportsbook +everywhere .* operator:olga: no prices/),
    'game:dice is switched on: AT.',
    'game:dice is switched on: DE.',
    'sportsbook is switched on: everywhere.',
  ])
})
