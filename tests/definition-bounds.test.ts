/** The lowest and highest values of the definitions that operators write: each edge is accepted, one step beyond it refused. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { offerKind } from '#server/bonuses/offer-kind.ts'
import { promiseKind } from '#server/cashier/payouts/promise.ts'
import { markerKind } from '#server/harm/rules.ts'
import type { AnyDefinitionKind } from '#server/kernel/definition-kind.ts'
import { roleKind } from '#server/operators/roles.ts'
import { thresholdKind } from '#server/operators/thresholds.ts'
import { cashbackKind } from '#server/rewards/cashback/kind.ts'
import { levels } from '#server/rewards/loyalty/ladder.ts'
import { questKind } from '#server/rewards/quests/quest-kind.ts'
import { rakebackKind } from '#server/rewards/rakeback/kind.ts'
import { tournamentKind } from '#server/rewards/tournaments/tournament-kind.ts'
import { freeBetKind } from '#server/sports/free-bet-kind.ts'

type Path = string
/** Values that are accepted, and values that are refused. */
type Edges = [path: Path, accepted: unknown[], refused: unknown[]]

const text = (length: number) => 'x'.repeat(length)
const list = (length: number, item: unknown) => Array.from({ length }, () => item)
const edges = (path: Path, from: number, to: number, step = 1): Edges => [path, [from, to], [from - step, to + step]]
const texts = (path: Path, most: number): Edges => [path, [text(1), text(most)], ['', text(most + 1)]]
const lists = (path: Path, item: unknown, from: number, to: number): Edges => [
  path,
  [list(from, item), list(to, item)],
  [...(from > 0 ? [list(from - 1, item)] : []), list(to + 1, item)],
]

const games = (from: number, to: number, item: unknown = 'dice') => lists('tasks.0.games', item, from, to)
const stakes = { base: '1', items: {} }
const freeSpins = { quantity: 10, gameId: 'ember-forge', amount: stakes }
const cash = { kind: 'cash', amount: stakes }
const points = { kind: 'points', points: 1 }
const marker = {
  name: 'losses',
  indicator: 'spend',
  measure: 'deposits',
  days: 1,
  atLeast: 1,
  level: 'notice',
  source: 'A study of 2024',
}

/** For each kind a shipped definition with changes, in which one value after another is replaced. */
const kinds: Array<[kind: AnyDefinitionKind, identity: string, change: Record<Path, unknown>, rows: Edges[]]> = [
  [
    offerKind,
    'monday-10',
    { depositNumber: { from: 1, to: 1 }, package: { id: 'welcome', name: { en: 'Welcome' } } },
    [
      texts('name.en', 300),
      texts('name.de', 300),
      edges('position', 0, 10_000),
      ['package.id', [text(1), text(64)], ['', text(65), 'Welcome']],
      edges('repeat.everyDays', 1, 365),
      ['repeat.most', [1, null], [0]],
      ['depositNumber.from', [1], [0]],
      ['depositNumber.to', [1, null], [0]],
      ['code', ['ABC', text(32).toUpperCase()], ['AB', text(33).toUpperCase(), 'abc']],
      edges('days', 1, 365),
      edges('wagering', 0, 1000),
      edges('contribution.kinds.slot', 0, 100),
      edges('contribution.kinds.dice', 0, 100),
      edges('contribution.sports.percent', 0, 100),
      ['deposit.from', ['999999999999.999999999'], ['1000000000000', '1.0000000001', '-1']],
    ],
  ],
  [
    offerKind,
    'welcome-spins',
    {
      spins: freeSpins,
      winsAs: 'bonus',
      winsTerms: { wagering: 1, maxBet: null, contribution: { kinds: { slot: 100, dice: 0 } }, days: 1 },
    },
    [edges('spins.quantity', 1, 1000), edges('winsTerms.days', 1, 365), edges('winsTerms.wagering', 0, 1000)],
  ],
  [offerKind, 'welcome-100', {}, [['percentage', [0.1, 500], [0, 500.1]]]],
  [thresholdKind, 'grant', {}, [texts('title', 60)]],
  [roleKind, 'support', {}, [texts('title', 60), ['scopes', [['players:read']], [[]]]]],
  [
    promiseKind,
    'withdrawal',
    { compensation: { percent: 1, fixed: stakes, most: stakes } },
    [
      texts('title', 60),
      edges('hours.amount', 1, 720),
      ['compensation.percent', [0, 0.01, 100], [-0.01, 0.001, 100.01]],
    ],
  ],
  [
    markerKind,
    'standard',
    { 'rules.0': marker },
    [
      ['rules.0.name', ['a', `a${text(63)}`], [`a${text(64)}`, 'A', '1a', '']],
      edges('rules.0.days', 1, 365),
      edges('rules.0.atLeast', 1, 1_000_000_000_000),
      ['rules.0.source', [text(8), text(400)], [text(7), text(401)]],
    ],
  ],
  [
    levels,
    'ladder',
    { sports: { pointsPerUnit: 1, marginPercent: 1, minOdds: '1.50' }, decay: { months: 1, keepPercent: 1 } },
    [
      texts('levels.1.name.en', 200),
      edges('pointsPerUnit.slot', 0, 1000),
      edges('pointsPerUnit.dice', 0, 1000),
      edges('sports.pointsPerUnit', 0, 1000),
      edges('sports.marginPercent', 1, 20),
      edges('decay.months', 1, 24),
      edges('decay.keepPercent', 1, 50),
      edges('levels.1.points', 0, 1_000_000_000),
      edges('levels.1.cashbackPercent', 0, 20),
      lists('levels.1.rewards', cash, 0, 5),
      lists('levels.1.benefits', { en: 'A host' }, 0, 10),
    ],
  ],
  [
    tournamentKind,
    'harbor-cup',
    { 'prizes.0': { from: 1, to: 1, reward: { kind: 'share', percent: 40 } } },
    [
      texts('title.en', 400),
      edges('score.first', 1, 1000),
      edges('score.best', 1, 100),
      ['score.cap', [1, 1.01, 10_000], [0.99, 1.001, 10_000.01]],
      edges('buyIn.fewestPlayers', 2, 1000),
      edges('holdMinutes', 1, 10_080),
      ['games', [['dice'], null], [[]]],
      ['currencies', [['EUR'], null], [[]]],
      ['prizes.0.from', [1], [0]],
      edges('prizes.0.to', 1, 100),
      ['prizes.0.reward.percent', [1, 1.01, 100], [0.99, 1.001, 100.01]],
    ],
  ],
  [tournamentKind, 'daily-race', { score: { by: 'multipliers', first: 1 } }, [edges('score.first', 1, 1000)]],
  [
    questKind,
    'first-rounds',
    { 'tasks.0': { kind: 'rounds', count: 1 }, 'rewards.0': points, repeat: { everyDays: 1, max: 2 } },
    [
      texts('name.en', 300),
      edges('days', 1, 366),
      edges('tasks.0.count', 1, 10_000),
      games(1, 50),
      lists('tasks', { kind: 'rounds', count: 1 }, 1, 8),
      lists('rewards', cash, 1, 3),
      edges('rewards.0.points', 1, 10_000_000),
      edges('repeat.everyDays', 1, 366),
      edges('repeat.max', 2, 1000),
      ['conditions.currencies', [['EUR']], [[]]],
    ],
  ],
  [
    questKind,
    'first-rounds',
    { 'tasks.0': { kind: 'rounds', count: 1, games: ['dice'] } },
    [['tasks.0.games.0', [text(1), text(64)], ['', text(65)]]],
  ],
  [
    questKind,
    'first-rounds',
    { 'tasks.0': { kind: 'multiplier', atLeast: 2, count: 1 } },
    [edges('tasks.0.atLeast', 1.01, 100_000, 0.001), edges('tasks.0.count', 1, 100)],
  ],
  [questKind, 'first-rounds', { 'tasks.0': { kind: 'games', count: 2 } }, [edges('tasks.0.count', 2, 100)]],
  [questKind, 'first-rounds', { 'tasks.0': { kind: 'days', count: 2 } }, [edges('tasks.0.count', 2, 31)]],
  [
    questKind,
    'first-rounds',
    { 'tasks.0': { kind: 'bets', count: 2, minOdds: '1.50' } },
    [edges('tasks.0.count', 1, 1000)],
  ],
  [
    rakebackKind,
    'instant',
    {},
    [
      ['percent', [0.01, 25], [0, 0.001, 25.01]],
      ['name.en', ['x'], ['']],
    ],
  ],
  [
    cashbackKind,
    'weekly',
    {},
    [
      ['percent', [0.01, 25], [0, 0.001, 25.01]],
      ['name.en', ['x'], ['']],
    ],
  ],
  [freeBetKind, 'free-bet-5', {}, [texts('name.en', 200), edges('days', 1, 365)]],
]

function shipped(file: string, identity: string): object {
  const path = join(import.meta.dirname, '../content/rewards', file)
  return (JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>)[identity]!
}

function put(data: object, path: Path, value: unknown): void {
  const [last, ...above] = path.split('.').toReversed()
  let part = data as Record<string, unknown>
  for (const name of above.toReversed()) part = (part[name] ??= {}) as Record<string, unknown>
  part[last!] = value
}

/** Whether the form refuses a value at its own place; rules for several values together do not count. */
function isRefused({ schema }: AnyDefinitionKind, data: object, path: Path): boolean {
  const { error } = schema.safeParse(data)
  return error?.issues.some((issue) => issue.code !== 'custom' && issue.path.join('.') === path) ?? false
}

const named = kinds.map(([kind, identity, ...more]) => [kind.kind, identity, kind, ...more] as const)
describe.each(named)('%s: %s', (_, identity, kind, change, rows) => {
  test.each(rows)('%s', (path, accepted, refused) => {
    const withValue = (value: unknown) => {
      const data = structuredClone(shipped(kind.file, identity))
      for (const [changed, to] of Object.entries(change)) put(data, changed, structuredClone(to))
      put(data, path, value)
      return data
    }
    for (const value of accepted) expect([value, isRefused(kind, withValue(value), path)]).toEqual([value, false])
    for (const value of refused) expect([value, isRefused(kind, withValue(value), path)]).toEqual([value, true])
  })
})
