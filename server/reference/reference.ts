/**
 * The current reference data in memory: read once, and again when a process announces a change in the outbox. Decisions
 * about money read the database instead (offered.ts, rates.ts).
 */
import type { Kysely } from 'kysely'
import type { Currency } from '#contract/settings.ts'
import type { Tables } from '../kernel/db/tables.ts'
import type { KernelDeps } from '../deps.ts'
import { currencies } from './currencies.ts'
import { type CollectionRule, type Rates, type ReferenceData, shippedData } from './internal/subjects.ts'
import { unratedIn } from './measure-rates.ts'
import { readSwitches, type Switch } from './switches.ts'
import { addVersion, lockSubject, readVersion } from './versions.ts'

const codes = currencies.map(({ code }) => code)

export type Reference = {
  /** Offered or not, in the order of the site. */
  currencies(): readonly Currency[]
  isOffered(code: string): boolean
  rates(): Rates
  collections(): readonly CollectionRule[]
  switches(): readonly Switch[]
  /** Increases with every reading. */
  readonly revision: number
  /** Reads the data again; an earlier reading never replaces a later one. */
  reload(): Promise<void>
}

export async function openReference(deps: KernelDeps): Promise<Reference> {
  const { db } = deps
  await seedReference(deps)
  const read = async () =>
    referenceOf(await readData(db.kysely), await unratedIn(db.kysely, codes), await readSwitches(db.kysely))
  let current = await read()
  let revision = 0
  let reading: Promise<void> = Promise.resolve()
  return {
    currencies: () => current.currencies(),
    isOffered: (code) => current.isOffered(code),
    rates: () => current.rates(),
    collections: () => current.collections(),
    switches: () => current.switches(),
    get revision() {
      return revision
    },
    reload() {
      const replace = async () => {
        current = await read()
        revision++
      }
      // Readings run one after another, so each sees everything committed before it was requested.
      reading = reading.then(replace, replace)
      return reading
    },
  }
}

/** Reference data without a database, for code that only displays or checks. */
export function referenceOf(data: ReferenceData, unrated: string[] = [], switches: Switch[] = []): Reference {
  const all = currencies.map((definition) => ({
    ...definition,
    isEnabled: data.currencies.enabled.includes(definition.code) && !unrated.includes(definition.code),
    rate: { rate: data.rates[definition.code]! },
  }))
  return {
    currencies: () => all,
    isOffered: (code) => all.some((currency) => currency.code === code && currency.isEnabled),
    rates: () => data.rates,
    collections: () => data.collections,
    switches: () => switches,
    revision: 0,
    reload: async () => {},
  }
}

async function readData(db: Kysely<Tables>): Promise<ReferenceData> {
  const rates = await readVersion(db, 'rates')
  const enabled = await readVersion(db, 'currencies')
  const collections = await readVersion(db, 'collections')
  if (!rates || !enabled || !collections) throw new Error('the database has no reference data')
  return { rates: rates.data, currencies: enabled.data, collections: collections.data }
}

/**
 * Stores the shipped data at the first start, and later currencies that a newer product adds, which start switched off.
 */
async function seedReference({ db, clock, settings }: KernelDeps): Promise<void> {
  if (await knowsEveryCurrency(db.kysely)) return
  const shipped = shippedData(settings)
  // Outside production the shipped rates are those of the demonstration.
  const isExample = settings.isProduction
  const context = { clock, actor: { kind: 'system', job: 'start' } as const }
  await db.transaction(async (tx) => {
    for (const subject of ['rates', 'currencies', 'collections'] as const) await lockSubject(tx, subject)
    if (await knowsEveryCurrency(tx)) return
    const rates = await readVersion(tx, 'rates')
    if (!rates) {
      for (const subject of ['rates', 'currencies', 'collections'] as const)
        await addVersion(tx, context, subject, { data: shipped[subject], comment: 'as shipped', isExample })
      return
    }
    const comment = 'a currency that came with this version of the product'
    await addVersion(tx, context, 'rates', { data: { ...shipped.rates, ...rates.data }, comment, isExample })
    const enabled = await readVersion(tx, 'currencies')
    await addVersion(tx, context, 'currencies', { data: enabled!.data, comment })
  })
}

async function knowsEveryCurrency(db: Kysely<Tables>): Promise<boolean> {
  const known = await db.selectFrom('reference.currencies').select('code').execute()
  return currencies.every(({ code }) => known.some((row) => row.code === code))
}
