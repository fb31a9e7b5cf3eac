import { expect, test } from 'vitest'
import { quicknet } from '#contract/beacon.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { views } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
// Loaded by the page on demand.
import './recalculate.ts'
import { SeedPairs, Verdicts } from './seed-pairs.tsx'
import { SharedRoundCard } from './shared-round.tsx'

const show = views()
const words = labelsOf('fairness')
const round = (part: object = {}) => ({
  number: 12,
  mathsVersion: '1.0.0',
  point: 234,
  hash: 'a'.repeat(64),
  isInterrupted: false,
  isCancelled: false,
  beacon: null,
  ...part,
})
const chain = { length: 100, lastHash: 'c'.repeat(64), firstRound: 1, salt: 'the-salt', isDemo: false }
const beaconRound = { chainHash: quicknet.chainHash, round: 3, signature: 'f'.repeat(96) }
const card = (part: object, more: object = {}) =>
  show(<SharedRoundCard gameId="crash" number={12} />, {
    answers: [
      [
        apiKey('GET /api/game/shared-rounds/{gameId}/{number}', { params: { gameId: 'crash', number: 12 } }),
        { round: round(part), chain, beacon: null, ...more },
      ],
    ],
  })

test('a shared round shows its point, hash and chain, and its salt where no beacon decided it', async () => {
  const { text } = await card({})
  for (const part of ['2.34×', 'a'.repeat(64), 'the-salt', 'c'.repeat(64), words.sharedKnown!])
    expect(text).toContain(part)
  for (const part of [words.sharedDemo!, words.sharedCancelled!, words.sharedInterrupted!])
    expect(text).not.toContain(part)
  const demo = await card({}, { chain: { ...chain, isDemo: true, salt: null } })
  expect(demo.text).toContain(words.sharedDemo)
  expect(demo.text).toContain(`${words.sharedSalt} –`)
})

test('a shared round that was interrupted or cancelled says so, and a cancelled one has no point', async () => {
  const interrupted = await card({ isInterrupted: true })
  expect(interrupted.text).toContain(words.sharedInterrupted)
  expect(interrupted.text).toContain('2.34×')
  const cancelled = await card({ isInterrupted: true, isCancelled: true, point: 100 })
  expect(cancelled.text).toContain(words.sharedCancelled)
  expect(cancelled.text).toContain(`${words.sharedPoint} –`)
})

test.each([
  ['sharedBeaconQuicknet', quicknet],
  ['sharedBeaconDemo', { ...quicknet, isDemo: true }],
  ['sharedBeaconOwn', { ...quicknet, chainHash: 'd'.repeat(64) }],
])('a beacon is named with its round, signature and operator: %s', async (label, beacon) => {
  const { text } = await card({ beacon: beaconRound }, { beacon })
  for (const part of [
    words[label]!,
    words.sharedLeadBeacon!,
    `${words.sharedBeaconRound} 3`,
    'f'.repeat(96),
    beacon.publicKey,
  ])
    expect(text).toContain(part)
  for (const part of [words.sharedSalt!, words.sharedKnown!, 'the-salt']) expect(text).not.toContain(part)
})

test('a shared round whose hash does not lead to the chain is found, and one that runs is open', async () => {
  const page = await card({})
  await page.press(words.sharedCheck!)
  for (let turn = 0; turn < 1000 && !page.text.includes(words.sharedBad!); turn++)
    await page.perform(() => new Promise((resolve) => setImmediate(resolve)))
  expect(page.text).toContain(words.sharedBad)
  const open = await show(<SharedRoundCard gameId="crash" number={13} />, { answer: () => ({ status: 404 }) })
  expect(open.text).toBe(`${words.sharedTitle} ${words.sharedOpen}`)
})

const pair = (number: number, revealedAt: string | null = '2026-11-02T12:00:00.000Z') => ({
  number,
  openedAt: '2026-11-01T12:00:00.000Z',
  revealedAt,
  rounds: number * 10,
})
const pairs = (...all: object[]) =>
  show(<SeedPairs game="dice" playerId="me" />, {
    answers: [[apiKey('GET /api/game/seed-pairs', { query: { game: 'dice' } }), all]],
    answer: () => ({ status: 500 }),
  })

test('seed pairs are listed with their rounds and state, ten at first', async () => {
  const ten = Array.from({ length: 10 }, (_, at) => pair(10 - at))
  const some = await pairs(pair(3, null), pair(2))
  const name = (number: number) => words.pairNumber!.replace('{number}', String(number))
  expect(some.text).toContain(`${name(3)} 30 rounds ${words.pairOpen}`)
  expect(some.text).toContain(`${name(2)} 20 rounds ${words.pairRevealed}`)
  const all = words.pairsAll!.replace('{count}', '11')
  expect((await pairs(...ten)).text).not.toContain(words.pairsAll!.replace('{count}', '10'))
  const page = await pairs(pair(11), ...ten)
  expect([page.has(all), page.has(name(2)), page.has(name(1))]).toEqual([true, true, false])
  await page.press(all)
  expect([page.has(all), page.has(name(1))]).toEqual([false, true])
  expect((await pairs()).text).toBe('')
})

test('a check of seed pairs that fails says so, and one that finds something names the numbers', async () => {
  const page = await pairs(pair(2))
  await page.press(words.pairsCheck!)
  for (let turn = 0; turn < 1000 && !page.text.includes(words.failed!); turn++)
    await page.perform(() => new Promise((resolve) => setImmediate(resolve)))
  expect([page.text.includes(words.failed!), page.find(words.pairsCheck!).disabled]).toEqual([true, false])
  const good = await show(<Verdicts missing={[]} wrong={[]} unrevealed={[]} />)
  expect(good.text).toBe(words.pairsGood)
  const bad = await show(<Verdicts missing={[1, 4]} wrong={[5]} unrevealed={[2]} />)
  expect(bad.text).toBe(
    [
      words.pairsMissing!.replace('{numbers}', '1, 4'),
      words.pairsWrong!.replace('{numbers}', '5'),
      words.pairsUnrevealed!.replace('{numbers}', '2'),
    ].join(' '),
  )
})
