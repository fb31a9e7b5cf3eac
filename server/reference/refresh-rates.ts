/**
 * Reads the rates of the source and applies those that moved by a plausible amount. The others wait for an operator.
 */
import type { KernelDeps, Tx } from '../deps.ts'
import type { RatesSource } from '../partners/rates/port.ts'
import type { SystemActor } from '../kernel/actor.ts'
import { baseCurrency, currencies } from './currencies.ts'
import { Rate, subjects } from './internal/subjects.ts'
import { ratesAt } from './rates.ts'
import { addVersion, confirmRates, lockSubject, readVersion } from './versions.ts'

type Needs = KernelDeps & { actor: SystemActor }
export type Refreshed = { changed: string[]; held: string[] } | null

const dayMs = 86_400_000

/** Null if the source returned nothing usable; the current rates stay in force. */
export async function refreshRates(needs: Needs, source: RatesSource): Promise<Refreshed> {
  const quote = await source.read()
  if (!quote.ok) {
    needs.log.warn(
      { source: source.name, reason: quote.refusal, detail: quote.message },
      'exchange rates were not read',
    )
    return null
  }
  const refreshed = await needs.db.transaction(async (tx) => {
    await lockSubject(tx, 'rates')
    const classified = await classify(tx, needs, quote.value.rates)
    await hold(tx, needs, source, classified.held)
    if (Object.keys(classified.changed).length > 0)
      await addVersion(tx, needs, 'rates', {
        data: { ...classified.current, ...classified.changed },
        comment: `from ${source.name}`,
      })
    // Rates that the source omits, or reports outside all bounds, are not confirmed and so grow older.
    await confirmRates(tx, classified.confirmed, needs.clock.now())
    await recordCheck(tx, needs, source)
    return { changed: Object.keys(classified.changed), held: Object.keys(classified.held) }
  })
  if (refreshed.held.length > 0)
    needs.log.warn(
      { source: source.name, currencies: refreshed.held },
      'exchange rates moved too far and wait for an operator',
    )
  return refreshed
}

/** Compares a rate with the current one and with that of a day ago, so that many small steps do not evade the bound. */
async function classify(tx: Tx, { clock, settings }: Needs, quoted: Record<string, number>) {
  const current = (await readVersion(tx, 'rates'))!.data
  const dayAgo = await anchors(tx, new Date(clock.now().getTime() - dayMs))
  const isNear = (rate: number, from: number | undefined): boolean =>
    from !== undefined && Math.abs(rate / from - 1) <= settings.rates.maxChange
  const changed: Record<string, number> = {}
  const held: Record<string, number> = {}
  const confirmed: string[] = []
  for (const { code } of currencies) {
    const rate = quoted[code]
    if (code === baseCurrency || rate === undefined) continue
    if (rate === current[code]) {
      confirmed.push(code)
      continue
    }
    if (!Rate.safeParse(rate).success) continue
    const isBelievable = isNear(rate, current[code]) && isNear(rate, dayAgo[code])
    if (isBelievable) changed[code] = rate
    else held[code] = rate
  }
  return { current, changed, held, confirmed }
}

/** The rates of that time, or the rate that an operator has set since, because a person has checked it. */
async function anchors(tx: Tx, since: Date): Promise<Record<string, number | undefined>> {
  const anchor: Record<string, number | undefined> = { ...(await ratesAt(tx, since)) }
  const versions = await tx
    .selectFrom('reference.versions')
    .select(['data', 'actor'])
    .where('subject', '=', 'rates')
    .where('at', '>', since)
    .orderBy('version')
    .execute()
  let before: Record<string, number | undefined> = { ...anchor }
  for (const version of versions) {
    const data = subjects.rates.parse(version.data)
    if (!version.actor.startsWith('system:rates'))
      for (const [code, rate] of Object.entries(data)) if (rate !== before[code]) anchor[code] = rate
    before = data
  }
  return anchor
}

/**
 * Stores the held rates. Rates held earlier that the source no longer reports, or that are plausible again, are
 * released.
 */
async function hold(tx: Tx, { clock }: Needs, source: RatesSource, held: Record<string, number>): Promise<void> {
  const now = clock.now()
  const codes = Object.keys(held)
  await tx
    .deleteFrom('reference.held_rates')
    .where(
      'currency',
      'in',
      currencies.map(({ code }) => code),
    )
    .$if(codes.length > 0, (query) => query.where('currency', 'not in', codes))
    .execute()
  for (const [currency, rate] of Object.entries(held))
    await tx
      .insertInto('reference.held_rates')
      .values({ currency, rate: String(rate), source: source.name, first_seen_at: now, last_seen_at: now })
      .onConflict((conflict) =>
        conflict.column('currency').doUpdateSet({ rate: String(rate), source: source.name, last_seen_at: now }),
      )
      .execute()
}

async function recordCheck(tx: Tx, { clock }: Needs, source: RatesSource): Promise<void> {
  const checked_at = clock.now()
  await tx
    .insertInto('reference.rate_checks')
    .values({ source: source.name, checked_at })
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ checked_at }))
    .execute()
}
