import { expect, test, vi } from 'vitest'
import type { RealityCheck } from '#contract/reality-checks.ts'
import { contentOf, labelsOf } from '#tests/setup/content.ts'
import { dialog } from '#tests/setup/dialog.tsx'
import { type Answering, hooks, views } from '#tests/setup/hook.tsx'
import { guardMs } from '#contract/control-guard.ts'
import { apiKey } from '../../api/use-api.ts'
import { modal as realityCheck } from '../../modals/reality-check.tsx'
import { onLeaveOpenGame } from './leave-game.ts'
import { useRecentSearches, useRememberedSearch } from './recent-searches.ts'
import { useLaunch } from './use-launch.ts'
import { useRealityCheck } from './use-reality-check.ts'

const run = hooks()
const show = views()
const check = (part: Partial<NonNullable<RealityCheck['play']>> | null): RealityCheck => ({
  intervalMinutes: 60,
  choices: [30, 60],
  play: part && {
    startedAt: '2026-11-20T12:00:00.000Z',
    elapsedSeconds: 3600,
    dueInSeconds: 600,
    dueAt: '2026-11-20T13:00:00.000Z',
    resumesInSeconds: 0,
    totals: [],
    ...part,
  },
})
const options = { gameId: 'dice', isPlaying: true, isInRound: false, refusal: undefined, onAgain: () => undefined }
const reads = (calls: Array<{ route: string }>) =>
  calls.filter(({ route }) => route === 'GET /api/game/reality-check').length

// Shows: 10.17
test.each([
  ['at once', { dueInSeconds: 0 }, {}, '/games/dice?reality-check=dice'],
  ['during the pause after it', { resumesInSeconds: 60 }, {}, '/games/dice?reality-check=dice'],
  ['not before it is due', {}, {}, '/games/dice'],
  ['not during a round', { dueInSeconds: 0 }, { isInRound: true }, '/games/dice'],
  ['not in demo play', { dueInSeconds: 0 }, { isPlaying: false }, '/games/dice'],
  ['not before the first round', null, {}, '/games/dice'],
])('the reality check opens %s', async (_, play, more, address) => {
  const page = await run(() => useRealityCheck({ ...options, ...more }), {
    path: '/games/dice',
    answer: () => ({ body: check(play) }),
  })
  expect(page.address).toBe(address)
  expect(page.current.isDue).toBe(address.includes('check') || 'isInRound' in more)
})

// Shows: 10.17
test('the last minute before a check is counted down, and its end is asked of the server', async () => {
  let dueInSeconds = 90
  const page = await run(() => useRealityCheck(options), { answer: () => ({ body: check({ dueInSeconds }) }) })
  expect([page.current.secondsLeft, reads(page.calls)]).toEqual([null, 1])
  await page.pass(29_000)
  expect(page.current.secondsLeft).toBeNull()
  await page.pass(1000)
  expect(page.current.secondsLeft).toBe(60)
  await page.pass(10_001)
  expect(page.current.secondsLeft).toBe(50)
  dueInSeconds = 0
  await page.pass(50_100)
  expect([page.current.secondsLeft, page.current.isDue, reads(page.calls)]).toEqual([null, true, 2])
})

// Shows: 10.17
test('a round that starts the interval reads the check again, others do not', async () => {
  const after = async (play: object | null, wasPlayed: boolean) => {
    const page = await run(() => useRealityCheck(options), { answer: () => ({ body: check(play) }) })
    await page.perform(({ afterRound }) => afterRound(wasPlayed))
    return reads(page.calls) - 1
  }
  expect(await after(null, true)).toBe(1)
  expect(await after({}, false)).toBe(1)
  expect(await after({}, true)).toBe(0)
})

// Shows: 10.17
test('a launch that a due check refused is repeated once the check is acknowledged', async () => {
  const onAgain = vi.fn()
  const launched = async (refusal: string | undefined) => {
    const page = await run(() => useRealityCheck({ ...options, refusal, onAgain }), {
      answer: () => ({ body: check({ dueInSeconds: 0 }) }),
    })
    await page.perform(() => page.client.setQueryData(apiKey('GET /api/game/reality-check'), check({})))
    return onAgain.mock.calls.length
  }
  expect(await launched(undefined)).toBe(0)
  expect(await launched('other')).toBe(0)
  expect(await launched('realityCheckDue')).toBe(1)
})

const words = labelsOf('limits')
const due = check({ dueInSeconds: 0, totals: [{ currency: 'EUR', staked: 2000, won: 500, inPlay: 100, net: -1400 }] })
const opened = (answer: Answering, search = '?reality-check=dice') =>
  show(dialog(realityCheck, 'dice'), { path: '/games/dice', search, answer })

// Shows: 10.17
test.each([
  ['continuePlaying', [], 0],
  ['viewHistory', ['/profile/history'], 0],
  ['stopPlaying', ['/'], 1],
])('a reality check is acknowledged by “%s”', async (label, pages, left) => {
  const page = await opened(({ route }) => ({ body: route.startsWith('GET') ? due : check({}) }))
  for (const part of ['1:00', '€20.00', '€5.00', '−€14.00', '€1.00']) expect(page.text).toContain(part)
  const leave = vi.fn()
  const stop = onLeaveOpenGame(leave)
  await page.press(words[label]!)
  expect(page.calls).toHaveLength(1)
  await page.pass(guardMs)
  await page.press(words[label]!)
  expect(page.calls[1]).toEqual({
    route: 'POST /api/game/reality-check/acknowledge',
    body: { dueAt: due.play!.dueAt },
  })
  expect([page.pages, leave.mock.calls.length, page.address]).toEqual([pages, left, '/games/dice'])
  stop()
})

// Shows: 10.17
test('a check that was acknowledged elsewhere closes, one that fails stays with an alert', async () => {
  expect((await opened(() => ({ body: check({}) }))).address).toBe('/games/dice')
  const page = await opened(({ route }) => (route.startsWith('GET') ? { body: due } : { status: 500 }))
  await page.pass(guardMs)
  await page.press(words.continuePlaying!)
  expect(page.address).toBe('/games/dice?reality-check=dice')
  expect(page.alerts).toEqual([(contentOf('alerts/common').somethingWrong as { title: string }).title])
  const failed = await opened(() => ({ status: 500 }))
  expect(failed.text).toContain(words.realityCheckFailed)
  await failed.press(words.retry!)
  expect(reads(failed.calls)).toBe(2)
})

// Shows: 10.17
test('during the pause play cannot be continued, and its end is read', async () => {
  const page = await opened(() => ({ body: check({ resumesInSeconds: 90 }) }))
  expect(page.text).toContain('2 minutes')
  await page.pass(guardMs)
  expect(
    [words.continuePlaying!, words.viewHistory!, words.stopPlaying!].map((label) => page.find(label).disabled),
  ).toEqual([true, false, false])
  const before = reads(page.calls)
  await page.pass(89_500)
  expect(reads(page.calls)).toBe(before)
  await page.pass(200)
  expect(reads(page.calls)).toBe(before + 1)
})

// Shows: 7.6.2
test('a game is launched in its mode, currency and theme, and for cash where that was chosen', async () => {
  const launch = { gameId: 'dice', mode: 'real', currency: 'EUR', locale: 'en', attempt: 1 } as const
  const launched = async (more: object) => {
    vi.stubGlobal('getComputedStyle', () => ({ colorScheme: 'light' }))
    const page = await run(() => useLaunch({ ...launch, isCashChosen: false, isEnabled: true, ...more }), {
      answer: () => ({ body: { url: '/frame' } }),
    })
    return { page, calls: page.calls }
  }
  vi.stubGlobal('getComputedStyle', () => ({ colorScheme: 'light' }))
  const { page, calls } = await launched({})
  expect(calls).toEqual([
    {
      route: 'POST /api/game/games/dice/play',
      body: { mode: 'real', currency: 'EUR', locale: 'en', theme: 'light' },
    },
  ])
  expect(page.current.launch).toEqual({ url: '/frame' })
  expect((await launched({ isCashChosen: true })).calls[0]!.body).toMatchObject({ funds: 'cash' })
  expect((await launched({ isEnabled: false })).calls).toEqual([])
  // A launch is of one visit to the game: another visit launches it again.
  await page.close()
  await page.pass(1)
  expect(page.client.getQueryCache().findAll({ queryKey: ['launch'] })).toEqual([])
})

// Shows: 11.8
test('a search that found something and stayed is remembered, in this tab', async () => {
  const remembered = async (text: string, hasResults: boolean, ms: number) => {
    const page = await run(() => {
      useRememberedSearch(text, hasResults)
      return useRecentSearches()
    })
    await page.pass(ms)
    const { current } = page
    await page.close()
    return current
  }
  expect(await remembered('book', true, 1499)).toEqual([])
  expect(await remembered('b', true, 1500)).toEqual([])
  expect(await remembered('nothing', false, 1500)).toEqual([])
  expect(await remembered('bo', true, 1500)).toEqual(['bo'])
  expect(await remembered('book', true, 1500)).toEqual(['book'])
  expect(await remembered('dice', true, 1500)).toEqual(['dice', 'book'])
})
