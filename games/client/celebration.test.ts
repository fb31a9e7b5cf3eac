import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { celebrationMs, celebrationOf, tierOf } from './celebration.ts'

/** As much of a document as a celebration uses. */
class Part {
  attributes: Record<string, string> = {}
  style = { setProperty: () => undefined }
  textContent = ''
  children: Part[] = []
  set hidden(isHidden: boolean) {
    if (isHidden) this.attributes.hidden = ''
    else delete this.attributes.hidden
  }
  setAttribute(name: string, value: string) {
    this.attributes[name] = value
  }
  removeAttribute(name: string) {
    delete this.attributes[name]
  }
  append(...parts: Part[]) {
    this.children.push(...parts)
  }
}
const events = new EventTarget()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { createElement: () => new Part() })
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function celebrated(isQuick = false) {
  const sounds: number[] = []
  const celebration = celebrationOf({
    session: { freeSpins: null },
    amounts: { written: String },
    sound: { win: (tier) => void sounds.push(tier) },
    pace: { isQuick },
  })
  const { attributes, children } = celebration.element as unknown as Part
  return {
    ...celebration,
    sounds,
    attributes,
    amount: () => children[0]!.textContent,
    isShown: () => !('hidden' in attributes),
  }
}

// Shows: 10.30
test('player protection 30: a return of the stake or less has neither sound nor light', () => {
  const { show, sounds, isShown } = celebrated()
  for (const payout of [0, 1, 99, 100]) show({ payout, staked: 100 })
  expect([sounds, isShown()]).toEqual([[], false])
  expect([0, 99, 100].map((payout) => tierOf({ payout, staked: 100 }))).toEqual([0, 0, 0])
})

test('sound, light and length of a win grow with its multiple of the stake', () => {
  const { show, sounds, attributes, amount, isShown } = celebrated()
  for (const [payout, tier] of [
    [101, 1],
    [499, 1],
    [500, 2],
    [2_499, 2],
    [2_500, 3],
    [1_000_000, 3],
  ] as const) {
    show({ payout, staked: 100 })
    expect([sounds.at(-1), Number(attributes['data-tier'])]).toEqual([tier, tier])
    expect(Number(amount())).toBe(payout - 100)
    vi.advanceTimersByTime(celebrationMs[tier] - 1)
    expect(isShown()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isShown()).toBe(false)
  }
})

test('a press or the next round ends a celebration, and instant results shorten it', () => {
  const { show, end, isShown } = celebrated()
  for (const stop of [
    () => events.dispatchEvent(new Event('pointerdown')),
    () => events.dispatchEvent(new Event('keydown')),
    end,
  ]) {
    show({ payout: 10_000, staked: 100 })
    expect(isShown()).toBe(true)
    stop()
    expect(isShown()).toBe(false)
  }
  const quick = celebrated(true)
  quick.show({ payout: 10_000, staked: 100 })
  vi.advanceTimersByTime(celebrationMs[1])
  expect(quick.isShown()).toBe(false)
})
