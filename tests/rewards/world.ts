/**
 * What the storm of rewards plays with: games with awkward fractions, definitions, and the verbs' dependencies on one
 * database.
 */
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import type { Database } from '#server/kernel/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { cashbackKind } from '#server/rewards/cashback/kind.ts'
import { loadContent } from '#server/reference/content/content.ts'
import { levels } from '#server/rewards/loyalty/ladder.ts'
import { rakebackKind } from '#server/rewards/rakeback/kind.ts'
import { questKind } from '#server/rewards/quests/quest-kind.ts'
import { openReference } from '#server/reference/reference.ts'
import { tournamentKind } from '#server/rewards/tournaments/tournament-kind.ts'
import { readSettings } from '#server/settings.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { kernelDeps } from '#tests/setup/kernel-deps.ts'

/** The studio's slug is that of the bets in tests/money/wallets.ts. */
export const studioSlug = 'house'
export const games = [
  { slug: 'dice', kind: 'dice', numerator: 99n, denominator: 100n },
  { slug: 'ember-forge', kind: 'slot', numerator: 961_234_567n, denominator: 1_000_000_007n },
  { slug: 'tidepool', kind: 'slot', numerator: 19n, denominator: 20n },
  { slug: 'glacier-fox', kind: 'slot', numerator: 2_880_001n, denominator: 2_999_999n },
] as const
/** The game of the free spins, and what one of them stakes. */
export const spinGame = 'ember-forge'
export const spinAmount = 20n
/** Of free spins whose wins are credited as bonus money: so few that they are over in the middle of a storm. */
export const spinsOfWins = 12
/** Without a requirement, because wagering is not what these storms are about. */
export const spinWins = { wagering: 0, contribution: { kinds: { slot: 100, dice: 0 }, games: {} }, days: 30 }

/** Stakes from and to, in subunits. */
export const stakes: Record<string, [number, number]> = {
  EUR: [10, 900],
  USD: [10, 900],
  BRL: [50, 4000],
  BTC: [101, 20_000],
}
export const currencies = Object.keys(stakes)

const words = (text: string) => ({ en: text })
const inAll = (base: string, others: Record<string, string>) => ({ base, items: others })
const small = inAll('0.5', { USD: '0.55', BRL: '3', BTC: '0.00001', ETH: '0.0002', USDT: '0.55' })

const questBase = { name: words('A quest'), description: words('For a test'), days: 30, claim: 'player' }
const repeat = { everyDays: 1, max: 100 }
export const quests = {
  free: {
    ...questBase,
    order: 'free',
    repeat,
    tasks: [
      { kind: 'stake', amount: { base: '150' } },
      { kind: 'rounds', count: 60, minStake: { base: '1' } },
      { kind: 'games', count: 4 },
      { kind: 'multiplier', atLeast: 2, count: 12, games: ['dice', 'tidepool'] },
    ],
    rewards: [
      { kind: 'cash', amount: { base: '6' } },
      { kind: 'points', points: 25 },
    ],
  },
  sequence: {
    ...questBase,
    order: 'sequence',
    repeat,
    tasks: [
      { kind: 'rounds', count: 4 },
      { kind: 'deposit', amount: { base: '10' } },
      { kind: 'stake', amount: { base: '10' }, games: ['dice'] },
      { kind: 'rounds', count: 30 },
    ],
    rewards: [{ kind: 'cash', amount: small }],
  },
  automatic: {
    ...questBase,
    order: 'free',
    claim: 'automatic',
    tasks: [{ kind: 'rounds', count: 12, games: ['ember-forge', 'glacier-fox'] }],
    rewards: [{ kind: 'points', points: 10 }],
  },
}
/** Half-way through the storm: what was accepted before continues by its own terms. */
const laterQuests = {
  free: { ...quests.free, order: 'sequence', rewards: [{ kind: 'cash', amount: { base: '60' } }] },
  sequence: { ...quests.sequence, rewards: [{ kind: 'cash', amount: { base: '9' } }] },
}

const prize = (from: number, to: number, base: string) => ({ from, to, reward: { kind: 'cash', amount: { base } } })
const tournament = {
  title: words('A race'),
  description: words('For a test'),
  every: null,
  minStake: '0.10',
  games: null,
  currencies: null,
  holdMinutes: 1,
  prizes: [prize(1, 1, '50'), prize(2, 3, '20'), prize(4, 10, '5')],
}
export const dayMs = 86_400_000

/** `long` runs beyond the storm; `short` ends in the middle of it. */
export function tournaments(now: Date, shortMs: number): Record<string, object> {
  const startsAt = new Date(now.getTime() - dayMs / 24).toISOString()
  const until = (ms: number) => ({ startsAt, endsAt: new Date(now.getTime() + ms).toISOString() })
  return {
    'long-stake': { ...tournament, entry: 'automatic', score: { by: 'stake' }, term: until(dayMs) },
    'long-net': {
      ...tournament,
      entry: 'automatic',
      score: { by: 'net' },
      term: until(dayMs),
      currencies: ['USD', 'BTC', 'EUR'],
      countsBonusMoney: true,
      countsFreeSpins: true,
    },
    'long-first': { ...tournament, entry: 'confirmed', score: { by: 'multipliers', first: 20 }, term: until(dayMs) },
    'long-best': {
      ...tournament,
      entry: 'automatic',
      score: { by: 'equalised', first: 30, best: 5, cap: 2.5 },
      term: until(dayMs),
    },
    'short-peak': {
      ...tournament,
      entry: 'automatic',
      score: { by: 'multiplier' },
      games: ['tidepool', 'dice'],
      term: until(shortMs),
    },
    'short-rounds': { ...tournament, entry: 'confirmed', score: { by: 'rounds' }, minStake: '0', term: until(shortMs) },
  }
}

/** Cash of the levels in subunits; stated for each currency, so that no rate decides. */
export const levelCash = [0n, 0n, 50n, 100n, 300n, 900n]
const level = (name: string, points: number, cashbackPercent: number, order: number) => {
  const base = String(Number(levelCash[order]) / 100)
  const items = { USD: base, BRL: base, BTC: (Number(levelCash[order]) / 1e8).toFixed(8) }
  const rewards = order === 1 ? [] : [{ kind: 'cash', amount: inAll(base, items) }]
  return { name: words(name), points, cashbackPercent, rewards, benefits: [] }
}
const ladder = {
  pointsPerUnit: { slot: 25, dice: 20 },
  countsBonusStakes: false,
  decay: null,
  levels: [
    level('One', 0, 0, 1),
    level('Two', 50, 0, 2),
    level('Three', 150, 6, 3),
    level('Four', 600, 8.5, 4),
    level('Five', 2400, 10, 5),
  ],
}
const cashback = {
  name: words('Cashback'),
  percent: 5,
  min: small,
  max: inAll('40', { USD: '44', BRL: '200', BTC: '0.001', ETH: '0.02', USDT: '44' }),
}
/** Percent of stake times edge: at first, and after the definitions are replaced. */
export const rakebackPercents = [7.5, 25] as const
const rakeback = (percent: number) => ({ name: words('Rakeback'), percent, min: small })

export async function define(deps: Deps, shortMs: number): Promise<void> {
  const runs = tournaments(deps.clock.now(), shortMs)
  for (const [identity, data] of Object.entries(runs)) await putInForce(deps, tournamentKind, identity, data)
  for (const [identity, data] of Object.entries(quests)) await putInForce(deps, questKind, identity, data)
  await putInForce(deps, levels, 'ladder', ladder)
  await putInForce(deps, cashbackKind, 'weekly', cashback)
  await putInForce(deps, rakebackKind, 'instant', rakeback(rakebackPercents[0]))
}

/** Replaces all definitions by other ones. Levels keep their thresholds; what a stake brings changes. */
export async function redefine(deps: Deps, shortMs: number): Promise<void> {
  for (const [identity, data] of Object.entries(laterQuests)) await putInForce(deps, questKind, identity, data)
  for (const [identity, data] of Object.entries(tournaments(deps.clock.now(), shortMs)))
    await putInForce(deps, tournamentKind, identity, { ...data, minStake: '3', prizes: [prize(1, 1, '9000')] })
  await putInForce(deps, levels, 'ladder', {
    ...ladder,
    pointsPerUnit: { slot: 17, dice: 30 },
    countsBonusStakes: true,
  })
  await putInForce(deps, cashbackKind, 'weekly', { ...cashback, percent: 25 })
  await putInForce(deps, rakebackKind, 'instant', rakeback(rakebackPercents[1]))
}

/** The dependencies of verbs, consumers and jobs of rewards; nothing is pushed to a browser. */
export async function openDeps(db: Database, clock: Deps['clock']): Promise<Deps> {
  const settings = readSettings({
    NODE_ENV: 'test',
    SECRET: 'correct-horse-battery-staple-0123456789',
    LOYALTY: 'true',
  })
  const catalogue = games.map(({ slug, kind, numerator, denominator }) => ({
    slug,
    kind,
    rtpExact: { numerator, denominator },
    text: () => ({ name: slug }),
  }))
  return {
    settings,
    clock,
    randomBytes,
    db,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    ledger: createLedger({ db }),
    content: loadContent(),
    reference: await openReference(kernelDeps(db, { clock, settings })),
    lifecycles: [],
    partners: { gameStudios: [{ slug: studioSlug, games: catalogue }], payments: [] },
  } as unknown as Deps
}
