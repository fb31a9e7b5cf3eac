// Celebrates a win by how many times its stake it is, in every game alike. It delays nothing: the result is already
// written, the next round can begin, and any press ends it.

import { el, set } from './dom.ts'
import type { Amounts } from './amounts.ts'
import { type Result, wonBy } from './results.ts'
import type { Sound } from './sound.ts'
import { type Pace, prefersReducedMotion } from './timing.ts'
import type { GameContext } from './view.ts'

/** 0: the stake or less, which is never celebrated; then up to 5 times the stake, up to 25 times, and above. */
export type WinTier = 0 | 1 | 2 | 3

export function tierOf({ payout, staked }: Result): WinTier {
  if (payout <= staked) return 0
  const multiple = payout / staked
  return multiple < 5 ? 1 : multiple < 25 ? 2 : 3
}

/** How long light and amount are shown. */
export const celebrationMs = [0, 900, 2_000, 4_000] as const

export type Celebration = {
  element: HTMLElement
  /** Ends what an earlier round still shows. */
  show(result: Result): void
  end(): void
}

type Parts = {
  session: Pick<GameContext['session'], 'freeSpins'>
  amounts: Pick<Amounts, 'written'>
  sound: Pick<Sound, 'win'>
  pace: Pick<Pace, 'isQuick'>
}

export function celebrationOf({ session, amounts, sound, pace }: Parts): Celebration {
  const amount = el('strong', { class: 'won-amount' })
  // The result line says the same to screen readers.
  const element = el('div', { class: 'celebration', 'aria-hidden': 'true', hidden: true }, amount)
  let timer: ReturnType<typeof setTimeout> | undefined
  let shown = 0

  function end() {
    clearTimeout(timer)
    shown += 1
    element.hidden = true
    for (const event of ['pointerdown', 'keydown']) removeEventListener(event, end, { capture: true })
  }
  function countUp(won: number, ms: number) {
    const started = performance.now()
    const turn = shown
    const step = (now: number) => {
      if (turn !== shown) return
      const share = Math.min(1, Math.max(0, (now - started) / ms))
      amount.textContent = amounts.written(Math.round(won * (1 - (1 - share) ** 3)))
      if (share < 1) requestAnimationFrame(step)
    }
    step(started)
  }
  return {
    element,
    end,
    show(result) {
      end()
      const tier = tierOf(result)
      if (tier === 0) return
      sound.win(tier)
      // Whoever wants results at once gets the sound, and light for as long as the smallest win has it.
      const ms = pace.isQuick ? celebrationMs[1] : celebrationMs[tier]
      set(element, { 'data-tier': tier, hidden: null })
      element.style.setProperty('--ms', `${ms}ms`)
      const won = wonBy(session, result)
      if (pace.isQuick || prefersReducedMotion()) amount.textContent = amounts.written(won)
      else countUp(won, ms * 0.6)
      timer = setTimeout(end, ms)
      for (const event of ['pointerdown', 'keydown']) addEventListener(event, end, { capture: true })
    },
  }
}
