/**
 * The rules of player protection by jurisdiction: a file for each place in `content/policies/`, which the operator can
 * replace in POLICY_DIR. A value that no file states is that of the default, which is the most protective one.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { GameKind } from '#contract/games.ts'
import { cashPeriods, coolingOffPeriods, selfExclusionPeriods } from '#contract/limits.ts'
import { requirementCodes } from '#contract/payments.ts'
import type { Settings } from '../settings.ts'
import { isTimeZone } from './time-zones.ts'

/** An amount in units of the base currency, converted at the site's rates. */
const Amount = z.string().regex(/^\d{1,12}(\.\d{1,2})?$/)
const Currency = z.literal('EUR')
const Minutes = z.int().min(1).max(1440)
/** The bound of every file's wagering cap. */
export const wageringCapBound = 10
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const periods = z.enum(cashPeriods)

/** Games that a law may exclude: kinds, casino classics, and games with a feature. */
const excludableGames = [...GameKind.options, 'roulette', 'blackjack', 'baccarat', 'jackpot', 'live'] as const
export type ExcludableGame = (typeof excludableGames)[number]

/** The bounds are those of the design: no file can reduce the protection that every player has. */
const fields = {
  minimumAge: z.int().min(18).max(30).meta({ description: 'Age from which a player may register and play' }),
  limitPrompts: z
    .array(z.enum(['registration', 'first-deposit']))
    .min(1)
    .meta({ description: 'When players are asked to set a deposit limit' }),
  requiredLimits: z
    .array(z.strictObject({ definition: z.enum(['bet', 'loss', 'deposit', 'playTime']), period: periods }))
    .meta({ description: 'Limits without which no deposit is accepted; the prompt cannot be skipped' }),
  ceilings: z
    .array(
      z.strictObject({
        definition: z.literal('deposit'),
        period: periods,
        amount: Amount,
        currency: Currency,
      }),
    )
    .meta({ description: 'Statutory maximum per calendar day, week or month, whatever limit a player sets' }),
  highestStake: z
    .strictObject({
      amount: Amount,
      currency: Currency,
      /** For players below an age, and for those whose age is unknown. */
      young: z.strictObject({ below: z.int().min(19).max(99), amount: Amount }).optional(),
    })
    .nullable()
    .meta({ description: 'Statutory maximum stake of a slot round' }),
  timeZone: z
    .string()
    .refine(isTimeZone, 'not a time zone')
    .meta({ description: 'Time zone in which the periods of statutory maximums are counted' }),
  increaseDelayHours: z
    .int()
    .min(24)
    .max(720)
    .meta({ description: 'Hours before a raised or removed limit can apply' }),
  coolingOffPeriods: z
    .array(z.enum(coolingOffPeriods))
    .min(1)
    .meta({ description: 'Cooling-off periods that players can start' }),
  hasBreakButton: z
    .boolean()
    .meta({ description: 'Whether every page has a button that begins a break of 24 hours with one press' }),
  selfExclusionPeriods: z
    .array(z.enum(selfExclusionPeriods))
    .min(1)
    .meta({ description: 'Self-exclusions that players can start' }),
  exclusionEndDelayHours: z
    .int()
    .min(24)
    .max(720)
    .meta({ description: 'Hours between the request to end an expired self-exclusion and its end' }),
  isRealityCheckMandatory: z.boolean().meta({ description: 'Whether the reality check cannot be switched off' }),
  realityCheckDefaultMinutes: Minutes.meta({ description: 'Interval of the reality check until the player sets one' }),
  realityCheckChoices: z
    .array(Minutes)
    .min(1)
    .meta({ description: 'Intervals of the reality check, in minutes, that players can choose' }),
  realityCheckLongestMinutes: Minutes.meta({ description: 'Longest interval of the reality check' }),
  realityCheckPauseMinutes: z
    .int()
    .min(0)
    .max(60)
    .meta({ description: 'Minutes without play that follow a reality check' }),
  wageringCap: z
    .number()
    .min(0)
    .max(wageringCapBound)
    .meta({ description: 'Highest wagering requirement of a bonus, as a multiple of it' }),
  welcomeBonus: z
    .enum(['none', 'once', 'any'])
    .meta({ description: 'Bonuses for deposits: none, one for the first deposit only, or any' }),
  canCancelWithdrawals: z.boolean().meta({ description: 'Whether players can cancel a requested withdrawal' }),
  withdrawalRequirements: z
    .array(z.strictObject({ what: z.enum(requirementCodes), above: Amount, currency: Currency }))
    .meta({
      description: 'What a player must have provided before the total of their withdrawals exceeds an amount',
    }),
  isDebtDeducted: z.boolean().meta({
    description: 'Whether what a player owes for a corrected bet is deducted from payouts of other bets',
  }),
  idleMinutes: z
    .int()
    .min(5)
    .max(30)
    .meta({ description: 'Minutes without an action after which money actions need a new proof of identity' }),
  hasAutoplay: z.literal(false).meta({ description: 'Whether games may start rounds by themselves' }),
  slotCycleMs: z.int().min(2500).max(60_000).meta({ description: 'Minimum time between two rounds of a slot, in ms' }),
  gameCycleMs: z
    .int()
    .min(2500)
    .max(60_000)
    .meta({ description: 'Minimum time between two rounds of a game that is no slot, in ms' }),
  games: z
    .strictObject({ excluded: z.array(z.enum(excludableGames)) })
    .meta({ description: 'Games that players of the place are not offered: kinds, classics, features' }),
  marketingConsent: z
    .literal('opt-in')
    .meta({ description: 'Marketing is sent only to players who agreed to its channel' }),
  marketingHours: z
    .strictObject({ from: Time, to: Time })
    .meta({ description: "Hours, in the player's time zone, in which marketing may be sent" }),
  marketingMaximumPerWeek: z
    .int()
    .min(0)
    .max(21)
    .meta({ description: 'Marketing messages that one player may receive in seven days' }),
} as const
type Fields = typeof fields
type Name = keyof Fields
const names = Object.keys(fields) as Name[]

export type Policy = { readonly [Key in Name]: z.output<Fields[Key]> }
export type PolicySettings = Pick<Settings, 'policyDir' | 'licences'>

/** A law, regulation or standard that a reader can look up. */
const Source = z.string().min(8).max(400)
type Stated = { [Key in Name]: { value: Policy[Key]; source: string } }
const Values = z.strictObject(
  Object.fromEntries(names.map((name) => [name, z.strictObject({ value: fields[name], source: Source }).optional()])),
) as unknown as z.ZodType<Partial<Stated>>
const placePattern = /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/
const File = z.strictObject({
  place: z.union([z.literal('default'), z.string().regex(placePattern)]),
  name: z.string().min(2).max(80),
  /** For all players of the place. */
  everyone: Values,
  /** Only where LICENCES names the place: the terms of its licence. */
  licensed: Values.default({}),
})
type File = z.output<typeof File> & { path: string }
type Library = { files: ReadonlyMap<string, File>; policies: Map<string, Resolved> }
type Resolved = { policy: Policy; rows: PolicyRow[] }
export type PolicyRow = { name: Name; value: unknown; from: string; source: string; description: string }

export class PolicyError extends Error {}

const shippedDir = join(import.meta.dirname, '../../content/policies')
const libraries = new Map<string, Library>()

/**
 * The policy for players of a country (`DE`) or a part of one (`CA-ON`); the default for null and for places without a
 * file.
 */
export function readPolicy(place: string | null, settings: PolicySettings): Policy {
  return resolve(place, settings).policy
}

/** Every value with the file that states it and its source, in the order of the schema. */
export function explainPolicy(place: string | null, settings: PolicySettings): PolicyRow[] {
  return resolve(place, settings).rows
}

export type HighestStake = NonNullable<Policy['highestStake']>

/** Statutory maximum stakes by country; `*` for all countries without a file. Empty if no policy has one. */
export function highestStakes(settings: PolicySettings): Map<string, HighestStake | null> {
  const stakes = byCountry(settings, ({ highestStake }) => highestStake)
  return [...stakes.values()].some((stake) => stake !== null) ? stakes : new Map()
}

type Traits = { kind: GameKind; classic?: string | undefined; features: readonly string[] }

export function isGameExcluded({ kind, classic, features }: Traits, excluded: readonly ExcludableGame[]): boolean {
  const traits: ReadonlyArray<string | undefined> = [kind, classic, ...features]
  return excluded.some((each) => traits.includes(each))
}

/** The excluded games by country; `*` for all countries without a file. Empty if no policy excludes anything. */
export function gamesExcludedByLaw(settings: PolicySettings): Map<string, readonly ExcludableGame[]> {
  const excluded = byCountry(settings, ({ games }) => games.excluded)
  return [...excluded.values()].some((games) => games.length > 0) ? excluded : new Map()
}

const barred = new WeakMap<PolicySettings, string>()

/**
 * The countries whose law forbids jackpots, comma-separated; where it is that of all countries without a file, `*` and
 * then those that allow them. Empty if no law forbids them. For the posting function.
 */
export function barredFromJackpots(settings: PolicySettings): string {
  // Shipped policies forbid them only as the term of a licence.
  if (settings.licences.size === 0 && settings.policyDir === null) return ''
  let text = barred.get(settings)
  if (text === undefined) {
    const laws = byCountry(settings, ({ games }) => games.excluded.includes('jackpot'))
    const countries = (isBarred: boolean) =>
      [...laws].flatMap(([country, each]) => (each === isBarred && country !== '*' ? [country] : []))
    text = laws.get('*') ? ['*', ...countries(false)].join() : countries(true).join()
    barred.set(settings, text)
  }
  return text
}

function byCountry<T>(settings: PolicySettings, read: (policy: Policy) => T): Map<string, T> {
  const places = [...libraryOf(settings).files.keys()]
  const countries = places.map((place) => (place === 'default' ? null : place.slice(0, 2)))
  return new Map(countries.map((country) => [country ?? '*', read(readPolicy(country, settings))] as const))
}

/** The minimum time between two rounds: the setting, or the longer time that a licence requires. */
export function cycleMs(settings: PolicySettings & Pick<Settings, 'roundMinMs'>, kind: GameKind): number {
  const policies = [...settings.licences].map((place) => readPolicy(place, settings))
  return Math.max(
    settings.roundMinMs,
    ...policies.map((each) => (kind === 'slot' ? each.slotCycleMs : each.gameCycleMs)),
  )
}

export function longestCycleMs(settings: PolicySettings & Pick<Settings, 'roundMinMs'>): number {
  return Math.max(...GameKind.options.map((kind) => cycleMs(settings, kind)))
}

/** The zones in which any place counts its statutory maximums. */
export function zonesOfPolicies(settings: PolicySettings): Set<string> {
  return new Set([...libraryOf(settings).files.keys()].map((place) => resolve(place, settings).policy.timeZone))
}

/** The countries and parts of countries that have a policy of their own. */
export function policyPlaces(settings: PolicySettings): string[] {
  return [...libraryOf(settings).files.keys()].filter((place) => place !== 'default').toSorted()
}

/** Checks all files at startup. Throws a PolicyError that names every invalid one. */
export function checkPolicies(settings: PolicySettings): void {
  const { files } = libraryOf(settings)
  const unknown = [...settings.licences].filter((place) => !files.has(place))
  if (unknown.length > 0)
    throw new PolicyError(
      `LICENCES: no policy file for ${unknown.join(', ')}; there are ${[...files.keys()].join(', ')}`,
    )
  for (const place of files.keys()) checkTogether(resolve(place, settings).policy, files.get(place)!.path)
}

function resolve(place: string | null, settings: PolicySettings): Resolved {
  const library = libraryOf(settings)
  const key = placeOf(place, library, settings)
  const known = library.policies.get(key)
  if (known) return known
  const layers = ['default', ...(key === 'default' ? [] : [key])].flatMap((each) =>
    layersOf(library.files.get(each)!, settings),
  )
  const rows = names.map((name) => {
    const layer = layers.findLast(({ values }) => values[name] !== undefined)!
    const { value, source } = layer.values[name]!
    return { name, value, source, from: layer.from, description: fields[name].meta()?.description ?? '' }
  })
  const policy = Object.freeze(Object.fromEntries(rows.map(({ name, value }) => [name, value]))) as Policy
  const resolved = { policy, rows }
  library.policies.set(key, resolved)
  return resolved
}

/** A licence for one province is the policy of its country: players' accounts state a country only. */
function placeOf(place: string | null, { files }: Library, { licences }: PolicySettings): string {
  if (place === null) return 'default'
  if (files.has(place)) return place
  const parts = [...licences].filter((each) => each.startsWith(`${place}-`))
  return parts.length === 1 && files.has(parts[0]!) ? parts[0]! : 'default'
}

function layersOf(file: File, { licences }: PolicySettings) {
  const { place, path, everyone, licensed } = file
  return [
    { values: everyone, from: path },
    ...(licences.has(place) ? [{ values: licensed, from: `${path}, licensed` }] : []),
  ]
}

function libraryOf({ policyDir, licences }: PolicySettings): Library {
  const key = JSON.stringify([policyDir, [...licences]])
  let library = libraries.get(key)
  if (!library) libraries.set(key, (library = { files: readFiles(policyDir), policies: new Map() }))
  return library
}

/** The operator's file replaces the shipped one of its place. */
function readFiles(policyDir: string | null): ReadonlyMap<string, File> {
  if (policyDir && !existsSync(policyDir)) throw new PolicyError(`POLICY_DIR: no folder at ${policyDir}`)
  const faults: string[] = []
  const files = new Map<string, File>()
  for (const folder of [shippedDir, ...(policyDir ? [policyDir] : [])])
    for (const name of readdirSync(folder)
      .filter((each) => each.endsWith('.json'))
      .toSorted()) {
      const file = readFile(join(folder, name), name.slice(0, -'.json'.length), faults)
      if (file) files.set(file.place, file)
    }
  const fallback = files.get('default')
  const missing = names.filter((name) => !fallback?.everyone[name])
  if (fallback && missing.length > 0) faults.push(`${fallback.path}: the default must state ${missing.join(', ')}`)
  if (faults.length > 0) throw new PolicyError(`These policy files are invalid:\n${faults.join('\n')}`)
  return files
}

function readFile(path: string, place: string, faults: string[]): File | null {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    faults.push(`${path}: not valid JSON: ${(error as Error).message}`)
    return null
  }
  const parsed = File.safeParse(content)
  if (!parsed.success) {
    faults.push(
      ...parsed.error.issues.map((issue) =>
        [path, ...(issue.path.length > 0 ? [issue.path.join('.')] : []), issue.message].join(': '),
      ),
    )
    return null
  }
  if (parsed.data.place !== place) {
    faults.push(`${path}: its place is ${parsed.data.place}, so its name must be ${parsed.data.place}.json`)
    return null
  }
  return { ...parsed.data, path }
}

/** Conditions between values, which come from several files. */
function checkTogether(policy: Policy, path: string): void {
  const longest = policy.realityCheckLongestMinutes
  const tooLong = [policy.realityCheckDefaultMinutes, ...policy.realityCheckChoices].find((each) => each > longest)
  if (tooLong !== undefined)
    throw new PolicyError(
      `${path}: a reality check every ${tooLong} minutes exceeds the longest interval of ${longest}`,
    )
  if (!policy.realityCheckChoices.includes(policy.realityCheckDefaultMinutes))
    throw new PolicyError(`${path}: realityCheckDefaultMinutes is not one of realityCheckChoices`)
}
