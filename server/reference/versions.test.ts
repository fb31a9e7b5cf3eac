/** Versions of the reference data: the current and earlier ones, their authors, and their announcement to processes. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ok, refuse } from '#contract/endpoint.ts'
import type { RatesSource } from '#server/partners/rates/port.ts'
import { startRelay } from '#server/kernel/outbox/relay.ts'
import { type TestApp, testApp } from '#tests/setup/app.ts'
import { operator } from '#tests/setup/operator.ts'
import { defineCollection } from './change-collections.ts'
import { jobs } from './module.ts'
import { rateAgeMs, warnOfRates } from './measure-rates.ts'
import { isOfferedIn } from './offered.ts'
import { openReference } from './reference.ts'
import { ratesAt } from './rates.ts'
import { refreshRates } from './refresh-rates.ts'
import { rollBack } from './roll-back.ts'
import { acceptHeldRate, discardHeldRate, setRate } from './set-rate.ts'
import { switchCurrency } from './switch-currency.ts'
import { listVersions, readVersion, referenceChannel } from './versions.ts'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

const acting = () => ({ ...app.deps, actor: operator })
const byJob = () => ({ ...app.deps, actor: { kind: 'system', job: 'rates' } as const })
const rateOf = async (code: string) => (await readVersion(app.deps.db.kysely, 'rates'))!.data[code]
const hourMs = 3_600_000
const quoting = (rates: Record<string, number>): RatesSource => ({
  name: 'test',
  read: async () => ok({ at: app.deps.clock.now(), rates: { EUR: 1, ...rates } }),
})

test('a change is a version with time, author and reason; earlier versions are unchanged', async () => {
  app.moveClock(1000)
  const at = app.deps.clock.now()
  await setRate(acting(), { code: 'USD', rate: 1.2, comment: 'the bank says so' })
  const [newest, first] = await listVersions(app.deps.db.kysely, 'rates', 10)
  expect(newest).toMatchObject({ version: 2, at, actor: 'operator:olga', comment: 'USD: the bank says so' })
  expect(newest!.data).toEqual({ ...first!.data, USD: 1.2 })
  expect(first).toMatchObject({ version: 1, actor: 'system:start', comment: 'as shipped', data: { USD: 1.1625 } })
  const audited = await app.db.asOwner(
    "SELECT actor, detail FROM identity.audit WHERE action = 'reference-changed' ORDER BY id DESC LIMIT 1",
  )
  expect(audited.rows).toEqual([
    {
      actor: 'operator:olga',
      detail: {
        subject: 'rates',
        version: 2,
        comment: 'USD: the bank says so',
        currencies: ['USD'],
        before: { version: 1, USD: 1.1625 },
        after: { version: 2, USD: 1.2 },
      },
    },
  ])
  for (const change of ["UPDATE reference.versions SET comment = ''", 'DELETE FROM reference.versions'])
    await expect(app.deps.db.pool.query(change)).rejects.toThrow('append-only')
})

test('a roll-back adds an earlier version as a new one', async () => {
  await setRate(acting(), { code: 'USD', rate: 1.2, comment: 'a slip' })
  expect(await rollBack(acting(), 'rates', { version: 1, comment: 'a slip' })).toEqual(ok({ version: 3 }))
  expect(await rateOf('USD')).toBe(1.1625)
  expect((await listVersions(app.deps.db.kysely, 'rates', 9)).map(({ data }) => data['USD'])).toEqual([
    1.1625, 1.2, 1.1625,
  ])
  expect(await rollBack(acting(), 'rates', { version: 3, comment: 'x' })).toEqual(refuse('noChange'))
  expect(await rollBack(acting(), 'rates', { version: 99, comment: 'x' })).toEqual(refuse('versionNotFound'))
})

// Shows: pair second tab/rates
test('of twenty parallel changes none is lost, and each builds on the one before', async () => {
  const codes = ['USD', 'BRL', 'BTC', 'ETH', 'USDT']
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => setRate(acting(), { code: codes[n % 5]!, rate: 100 + n, comment: 'x' })),
  )
  const versions = await listVersions(app.deps.db.kysely, 'rates', 30)
  expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 21 }, (_, n) => 21 - n))
  for (const [index, { data }] of versions.slice(0, -1).entries()) {
    const before = versions[index + 1]!.data
    expect(codes.filter((code) => data[code] !== before[code])).toHaveLength(1)
  }
})

// Shows: pair currency/kill
test('two processes that start on an empty database create one first version', async () => {
  await app.db.asOwner('ALTER TABLE reference.versions DISABLE TRIGGER append_only')
  await app.db.asOwner('DELETE FROM reference.versions; DELETE FROM reference.currencies')
  await app.db.asOwner('ALTER TABLE reference.versions ENABLE TRIGGER append_only')
  await Promise.all(Array.from({ length: 5 }, () => openReference(app.deps)))
  const { rows } = await app.db.asOwner('SELECT subject, version FROM reference.versions ORDER BY subject')
  expect(rows).toEqual(['collections', 'currencies', 'rates'].map((subject) => ({ subject, version: 1 })))
})

describe('a new production site', () => {
  const offered = (reference = app.deps.reference) =>
    reference
      .currencies()
      .filter(({ isEnabled }) => isEnabled)
      .map(({ code }) => code)
  const inTransaction = (code: string) => app.deps.db.transaction((tx) => isOfferedIn(tx, code))
  const warnings = async () => {
    const lines: string[] = []
    const log = { warn: (_: object, line: string) => void lines.push(line) } as never
    await warnOfRates({ ...app.deps, log })
    return lines
  }
  beforeEach(async () => {
    await app.db.asOwner('ALTER TABLE reference.versions DISABLE TRIGGER append_only')
    await app.db.asOwner(
      'DELETE FROM reference.versions; DELETE FROM reference.currencies; DELETE FROM reference.rate_confirmations',
    )
    await app.db.asOwner('ALTER TABLE reference.versions ENABLE TRIGGER append_only')
    await openReference({ ...app.deps, settings: { ...app.deps.settings, isProduction: true } })
    await app.deps.reference.reload()
  })

  test('offers only the base currency until rates are confirmed, one by one, and logs that', async () => {
    expect(offered()).toEqual(['EUR'])
    expect([await inTransaction('EUR'), await inTransaction('USD')]).toEqual([true, false])
    expect(await warnings()).toEqual([
      expect.stringMatching(/^BRL, .*USDT are not offered: no source and no person has/),
    ])
    await setRate(acting(), { code: 'USD', rate: 1.1625, comment: 'checked' })
    await app.deps.reference.reload()
    expect(offered()).toEqual(['EUR', 'USD'])
    expect([await inTransaction('USD'), await inTransaction('BTC')]).toEqual([true, false])
    // A rate far from the shipped one waits for an operator, and its currency is not offered until then.
    const { BTC, ETH } = (await readVersion(app.deps.db.kysely, 'rates'))!.data
    await refreshRates(byJob(), quoting({ BTC: BTC! * 2, ETH: ETH! }))
    await app.deps.reference.reload()
    expect(offered()).toEqual(['EUR', 'USD', 'ETH'])
    await acceptHeldRate(acting(), 'BTC')
    await app.deps.reference.reload()
    expect(offered()).toContain('BTC')
  })

  test('announces the first confirmation of a rate to every process, even if it has not moved', async () => {
    const { data } = (await readVersion(app.deps.db.kysely, 'rates'))!
    const other = await openReference(app.deps)
    const relay = await startRelay({
      db: app.deps.db,
      publish: (channel) => (channel === referenceChannel ? other.reload() : undefined),
      log: { warn() {}, error() {} },
    })
    try {
      await refreshRates(byJob(), quoting(data))
      await vi.waitFor(() => expect(offered(other)).toContain('USD'), { timeout: 10_000 })
    } finally {
      await relay.stop()
    }
  })
})

test('every process has a change in memory once the outbox has announced it', async () => {
  const other = await openReference(app.deps)
  const relay = await startRelay({
    db: app.deps.db,
    publish: (channel) => (channel === referenceChannel ? other.reload() : undefined),
    log: { warn() {}, error() {} },
  })
  try {
    await setRate(acting(), { code: 'USD', rate: 1.3, comment: 'x' })
    await switchCurrency(acting(), { code: 'BRL', isEnabled: false, comment: 'x' })
    await vi.waitFor(() => expect(other.isOffered('BRL')).toBe(false), { timeout: 10_000 })
    expect(other.rates()['USD']).toBe(1.3)
    expect(other.currencies().find(({ code }) => code === 'BRL')).toMatchObject({ isEnabled: false })
  } finally {
    await relay.stop()
  }
})

describe('a currency that only a newer build has', () => {
  const code = 'CHF'
  /** Stores the currency as that build does at startup, switched on by an operator. */
  beforeEach(async () => {
    const { data } = (await readVersion(app.deps.db.kysely, 'rates'))!
    const stored = { rates: { ...data, [code]: 0.93 }, currencies: { enabled: ['EUR', 'USD', code] } }
    for (const [subject, values] of Object.entries(stored))
      await app.db.asOwner(
        `INSERT INTO reference.versions (subject, version, data, at, actor, comment)
         SELECT $1, max(version) + 1, $2, max(at), 'system:start', 'new' FROM reference.versions WHERE subject = $1`,
        [subject, values],
      )
    await app.db.asOwner('INSERT INTO reference.currencies (code, is_enabled) VALUES ($1, true)', [code])
    await app.db.asOwner(
      `INSERT INTO reference.held_rates (currency, rate, source, first_seen_at, last_seen_at) VALUES ($1, 2, 'test', now(), now())`,
      [code],
    )
  })

  // Shows: change 32
  test('and its rates, including held ones, are kept by a change that an older process makes', async () => {
    expect(await refreshRates(byJob(), quoting({ USD: 1.17 }))).toEqual({ changed: ['USD'], held: [] })
    await setRate(acting(), { code: 'BRL', rate: 6, comment: 'x' })
    await switchCurrency(acting(), { code: 'BRL', isEnabled: true, comment: 'x' })
    expect((await readVersion(app.deps.db.kysely, 'rates'))!.data).toMatchObject({ USD: 1.17, BRL: 6, [code]: 0.93 })
    expect((await readVersion(app.deps.db.kysely, 'currencies'))!.data.enabled).toContain(code)
    const { rows } = await app.db.asOwner(
      'SELECT currency, (SELECT is_enabled FROM reference.currencies WHERE code = currency) AS "isOn" FROM reference.held_rates',
    )
    expect(rows).toEqual([{ currency: code, isOn: true }])
  })

  test('is not offered by an older process, whose rates and lists are read as before', async () => {
    await app.deps.reference.reload()
    expect(app.deps.reference.isOffered('USD')).toBe(true)
    expect(app.deps.reference.currencies().map((each) => each.code)).not.toContain(code)
    expect(await ratesAt(app.deps.db.kysely, app.deps.clock.now())).toMatchObject({ EUR: 1 })
    expect(app.deps.reference.isOffered(code)).toBe(false)
  })
})

test('a collection is checked before it is stored; the lobby follows', async () => {
  const rule = { identity: 'quick', icon: 'bolt', games: { kinds: ['dice'] }, name: { en: 'Quick', de: 'Schnell' } }
  const before = app.deps.reference.collections()
  for (const collection of [
    [rule],
    { ...rule, games: {} },
    { ...rule, icon: '<script>' },
    { ...rule, name: { de: 'Schnell' } },
  ])
    expect(await defineCollection(acting(), { collection, comment: 'x' })).toMatchObject({
      refusal: 'collectionsInvalid',
    })
  expect((await defineCollection(acting(), { collection: rule, comment: 'x' })).ok).toBe(true)
  await app.deps.reference.reload()
  expect(app.deps.reference.collections()).toEqual([...before, rule])
})

describe('rates of a source', () => {
  test('that moved a little are applied at once; those that jumped wait for an operator', async () => {
    const refreshed = await refreshRates(byJob(), quoting({ USD: 1.2, BTC: 0.00002248 }))
    expect(refreshed).toEqual({ changed: ['USD'], held: ['BTC'] })
    expect([await rateOf('USD'), await rateOf('BTC')]).toEqual([1.2, 0.00001124])
    expect((await readVersion(app.deps.db.kysely, 'rates'))!.actor).toBe('system:rates')
    expect(await acceptHeldRate(acting(), 'BTC')).toMatchObject(ok({ rate: 0.00002248 }))
    expect(await rateOf('BTC')).toBe(0.00002248)
    expect(await acceptHeldRate(acting(), 'BTC')).toEqual(refuse('nothingHeld'))
    // An operator has accepted the new level, so later rates are compared with it.
    expect(await refreshRates(byJob(), quoting({ USD: 1.2, BTC: 0.0000225 }))).toEqual({
      changed: ['BTC'],
      held: [],
    })
  })

  test('that drift further in a day than one jump may be are held for review', async () => {
    let rate = 1.1625
    const outcomes: string[] = []
    for (let step = 0; step < 6; step++) {
      app.moveClock(hourMs)
      rate *= 1.05
      const refreshed = await refreshRates(byJob(), quoting({ USD: rate }))
      outcomes.push(refreshed!.held.length > 0 ? 'held' : 'in force')
    }
    expect(outcomes).toEqual(['in force', 'in force', 'held', 'held', 'held', 'held'])
    expect((await rateOf('USD'))! / 1.1625).toBeLessThan(1.15)
  })

  test('that return within the bound are no longer held', async () => {
    await refreshRates(byJob(), quoting({ USD: 5 }))
    await refreshRates(byJob(), quoting({ USD: 1.17 }))
    expect(await acceptHeldRate(acting(), 'USD')).toEqual(refuse('nothingHeld'))
    expect(await rateOf('USD')).toBe(1.17)
  })

  test('that an operator discards change nothing', async () => {
    await refreshRates(byJob(), quoting({ USD: 5 }))
    expect(await discardHeldRate(acting(), 'USD')).toEqual(ok({ rate: 5 }))
    expect(await rateOf('USD')).toBe(1.1625)
  })

  // Shows: pair kill/rates
  test('that are decided and reported concurrently are either accepted or held again', async () => {
    for (let round = 0; round < 5; round++) {
      const jump = (await rateOf('USD'))! * 2
      await refreshRates(byJob(), quoting({ USD: jump }))
      const answers = await Promise.all([
        acceptHeldRate(acting(), 'USD'),
        acceptHeldRate(acting(), 'USD'),
        refreshRates(byJob(), quoting({ USD: jump })),
      ])
      expect(answers.slice(0, 2).filter((answer) => answer && 'ok' in answer && answer.ok)).toHaveLength(1)
      expect(await rateOf('USD')).toBe(jump)
    }
  })

  test('are due at once from a new source, at intervals after a check, and from the sandbox after the first interval', async () => {
    const dueOf = async (source: RatesSource): Promise<Date> => {
      const [job] = jobs({ ...app.deps, partners: { ...app.deps.partners, rates: source } })
      const { rows } = await app.deps.db.pool.query<{ at: Date }>(`SELECT (${job!.due}) AS at`)
      return rows[0]!.at
    }
    const [start, everyMs] = [app.deps.clock.now().getTime(), app.deps.settings.rates.everyMs]
    expect((await dueOf(quoting({}))).getTime()).toBe(0)
    expect((await dueOf({ ...quoting({}), name: 'sandbox' })).getTime()).toBe(start + everyMs)
    app.moveClock(1000)
    await refreshRates(byJob(), quoting({}))
    expect((await dueOf(quoting({}))).getTime()).toBe(start + 1000 + everyMs)
    expect(jobs(app.deps)).toEqual([])
  })

  test('of unknown currencies, of the base and beyond all bounds are ignored; the others are applied', async () => {
    expect(await refreshRates(byJob(), quoting({ EUR: 2, XYZ: 3, BRL: 1e300, USD: 1.17 }))).toEqual({
      changed: ['USD'],
      held: [],
    })
    expect([await rateOf('EUR'), await rateOf('BRL')]).toEqual([1, 6.2184])
  })

  test('that cannot be read leave the current ones in force; a warning at the start names their age', async () => {
    const warnings: string[] = []
    const log = { ...app.deps.log, warn: (_detail: unknown, message: string) => warnings.push(message) }
    const deps = { ...app.deps, log: log as never }
    expect(
      await refreshRates({ ...deps, actor: byJob().actor }, { name: 'test', read: async () => refuse('unavailable') }),
    ).toBeNull()
    expect(await rateOf('USD')).toBe(1.1625)
    app.moveClock(25 * hourMs)
    await warnOfRates(deps)
    expect(warnings.at(-1)).toBe(
      'The exchange rates are 25 hours old. Set RATES_URL or RATES_FILE, or set them at the desk',
    )
    await refreshRates(
      { ...deps, actor: byJob().actor },
      quoting((await readVersion(app.deps.db.kysely, 'rates'))!.data),
    )
    expect(await rateAgeMs(deps)).toBe(0)
  })

  // Shows: attack 153, pair currency/rates
  test('that a source leaves out, or reports beyond all bounds, age, and the warning names their currencies', async () => {
    const warnings: string[] = []
    const log = { ...app.deps.log, warn: (_detail: unknown, message: string) => warnings.push(message) }
    const { BTC, ETH, ...others } = (await readVersion(app.deps.db.kysely, 'rates'))!.data
    app.moveClock(25 * hourMs)
    await refreshRates(byJob(), quoting({ ...others, ETH: ETH! * 1e300 }))
    expect(await rateAgeMs(app.deps)).toBe(25 * hourMs)
    await warnOfRates({ ...app.deps, log: log as never })
    expect(warnings.at(-1)).toMatch(/^The exchange rates of BTC, ETH are 25 hours old\./)
    await setRate(acting(), { code: 'BTC', rate: BTC!, comment: 'looked up' })
    await switchCurrency(acting(), { code: 'ETH', isEnabled: false, comment: 'x' })
    expect(await rateAgeMs(app.deps)).toBe(0)
  })

  // Shows: attack 152
  test('that changed between the display and the decision of an operator are not accepted', async () => {
    await refreshRates(byJob(), quoting({ USD: 5 }))
    await refreshRates(byJob(), quoting({ USD: 9 }))
    expect(await acceptHeldRate(acting(), 'USD', 5)).toEqual(refuse('anotherIsHeld', { message: '9' }))
    expect(await rateOf('USD')).toBe(1.1625)
    expect((await acceptHeldRate(acting(), 'USD', 9)).ok).toBe(true)
  })
})
