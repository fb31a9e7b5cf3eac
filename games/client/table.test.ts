import { expect, onTestFinished, test, vi } from 'vitest'
import { controlGuard, guardMs } from '#contract/control-guard.ts'
import { act, catchUpShared, press, refreshMain, type Table } from './table.ts'
import { type FailureName, StudioFailure } from './api.ts'

const round = { id: 'r1', playId: 'p1', stake: 100, extraStake: 0, payout: 0, outcome: null, choice: null, nonce: 1 }
const playing = { ...round, status: 'playing', progress: { view: { game: 'crash' }, acts: 0 } }
/** Decided, with a pending payout: its amount is not known yet. */
const open = { ...round, status: 'open', progress: null }
const settled = { ...round, status: 'settled', payout: 150, progress: { view: { game: 'crash' }, acts: 0 } }

type Reported = { type: string; playId: string }

/** The page around the frame, which answers that it has noted a round after so many ms, or never. */
function pageOf(noteAfterMs: number) {
  const reported: string[] = []
  const listeners = new Set<(event: object) => void>()
  const origin = 'http://site.test'
  const parent = {
    postMessage({ type, playId }: Reported) {
      reported.push(type)
      const event = { source: parent, origin, data: { fairhouse: 1, type: 'round-noted', playId } }
      if (type === 'round-started' && noteAfterMs < Infinity)
        setTimeout(() => listeners.forEach((listener) => listener(event)), noteAfterMs)
    },
  }
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('document', { activeElement: null, body: {} })
  vi.stubGlobal('window', { parent })
  vi.stubGlobal('addEventListener', (_: string, listener: (event: object) => void) => listeners.add(listener))
  vi.stubGlobal('removeEventListener', (_: string, listener: (event: object) => void) => listeners.delete(listener))
  onTestFinished(() => void vi.unstubAllGlobals())
  return { reported, listeners }
}

/** A table in the middle of a round; the studio answers with these rounds, one after the other. */
function tableOf(rounds: object[], refusal: FailureName = 'roundEnded', noteAfterMs = 0) {
  const { reported, listeners } = pageOf(noteAfterMs)
  const shown: string[] = []
  const noticed: string[] = []
  const plays: number[] = []
  const table = {
    session: { currency: { code: 'EUR' }, game: { cycleMs: 2_500, mathsVersion: '1.0.0' } },
    words: (key: string) => key,
    studio: {
      session: async () => ({
        balance: 1_000,
        fairness: {},
        lastRound: rounds.length > 1 ? rounds.shift() : rounds[0],
      }),
      play: async () => {
        plays.push(performance.now())
        await new Promise((resolve) => setTimeout(resolve, 100))
        return { balance: 1_000, fairness: {}, round: settled }
      },
      act: async () => Promise.reject(new StudioFailure(refusal)),
    },
    shell: {
      stake: { lock: () => undefined, value: () => 100, played: () => undefined },
      play: { toggleAttribute: () => false, setAttribute: () => undefined, focus: () => undefined },
      celebration: { show: () => undefined, end: () => undefined },
      past: { add: () => undefined },
      notice: { show: (text: string) => void noticed.push(text), hide: () => undefined },
      writePlay: () => undefined,
      writeBalance: () => undefined,
      showLine: () => undefined,
    },
    pace: { begin: () => undefined, skip: () => undefined },
    view: {
      begin: () => undefined,
      choice: () => null,
      abandon: () => shown.push('abandoned'),
      steps: {
        // A view reads the progress of the round that it shows.
        show: async ({ status, progress }: typeof playing) => void shown.push(`${status} ${progress.view.game}`),
        main: () => ({ label: '', act: null }),
      },
    },
    guard: controlGuard(),
    keptChoice: null,
    playing,
    balance: 900,
    isBusy: false,
    isShowing: false,
    isPaused: false,
    isOver: false,
    nextPlayAt: 0,
  } as unknown as Table
  return { table, shown, noticed, reported, plays, listeners }
}

test('a shared round that is decided and not yet paid is waited for, and its end is shown once', async () => {
  const { table, shown, reported } = tableOf([playing, open, settled])
  for (let times = 0; times < 4; times++) await catchUpShared(table)
  expect(shown).toEqual(['settled crash'])
  expect(reported).toEqual(['round-ended'])
  expect([table.isShowing, table.playing, table.balance]).toEqual([false, null, 1_000])
})

test('an act that arrives after the end of the round shows that end, also while its payout is pending', async () => {
  const { table, shown, reported } = tableOf([open, settled])
  await act(table, { type: 'cashOut' })
  expect(shown).toEqual(['settled crash'])
  expect(reported).toEqual(['round-started', 'round-ended'])
  expect([table.isShowing, table.isBusy, table.playing]).toEqual([false, false, null])
})

// Shows: attack 136
test.each(['the act that ends it', 'the end that others decide'])(
  'the second tap of a double tap is no new bet after %s',
  async (how) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { table } = tableOf([settled])
    refreshMain(table)
    let bets = 0
    Object.assign(table.view, { missing: () => (bets++, 'no bet') })
    const ended = how.startsWith('the act') ? act(table, { type: 'cashOut' }) : catchUpShared(table)
    await vi.advanceTimersByTimeAsync(300)
    expect(table.playing).toBe(null)
    press(table)
    expect(bets).toBe(0)
    await vi.advanceTimersByTimeAsync(guardMs)
    await ended
    press(table)
    expect(bets).toBe(1)
  },
)

test.each([
  ['limitReached', 'errorLimitReached roundContinues'],
  ['insufficientFunds', 'errorFurtherStake roundContinues'],
] as const)(
  'a further stake refused for %s leaves the round as it was, and the player reads that it continues',
  async (refusal, text) => {
    const { table, shown, noticed } = tableOf([playing], refusal)
    await act(table, { type: 'double' })
    expect(noticed).toEqual([text])
    expect([table.playing?.id, table.isBusy, shown]).toEqual(['r1', false, []])
  },
)

test('a round begun as soon as the last one has ended is requested when the studio takes it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { table, plays } = tableOf([])
  table.playing = null
  press(table)
  await vi.advanceTimersByTimeAsync(1_000)
  table.isBusy = false
  press(table)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(plays).toHaveLength(2)
  // From the reply to the first one, which took 100 ms.
  expect(plays[1]! - plays[0]!).toBe(2_600)
})

test.each([
  ['once the page has noted its round', 200, 200],
  ['after half a second where the page notes nothing', Infinity, 500],
])('a bet is made %s', async (_, noteAfterMs, expected) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { table, plays, listeners } = tableOf([], 'roundEnded', noteAfterMs)
  table.playing = null
  const pressedAt = performance.now()
  press(table)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(plays).toHaveLength(1)
  expect(plays[0]! - pressedAt).toBeCloseTo(expected, -1)
  expect(listeners.size).toBe(0)
})

// Shows: change 1
test('a round of a version that was replaced is not played: what is shown for it opens the game again', async () => {
  const { table, noticed, reported } = tableOf([settled])
  const requestedVersions: unknown[] = []
  let reloads = 0
  vi.stubGlobal('location', { origin: 'http://site.test', reload: () => reloads++ })
  table.playing = null
  table.session.game.cycleMs = 0
  table.studio.play = async (request) => {
    requestedVersions.push(request.mathsVersion)
    throw new StudioFailure('mathsReplaced')
  }
  let open = () => undefined as unknown
  table.shell.notice.show = (text, action) => {
    noticed.push(text)
    open = action!.run
  }
  press(table)
  await vi.waitFor(() => expect(noticed).toEqual(['errorMathsReplaced']))
  expect([requestedVersions, reported, reloads]).toEqual([['1.0.0'], ['round-started', 'round-ended'], 0])
  open()
  expect(reloads).toBe(1)
  await vi.waitFor(() => expect(table.isBusy).toBe(false))
})
