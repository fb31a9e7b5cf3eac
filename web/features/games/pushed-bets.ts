/** Settled rounds of all players as they are pushed, for the lists that show them. */
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { LiveBet } from '#contract/games.ts'
import { live } from '../../live/page-live.ts'
import { useLocale } from '../../render/labels.tsx'
import { inLocale } from './live-lists.ts'

/**
 * Calls `apply` with the rounds of each push, their games named in the page's language. A list that is held takes them
 * too, and shows them when it is released.
 */
export function usePushedBets(isOn: boolean, apply: (bets: LiveBet[]) => void): void {
  const locale = useLocale()
  const onPush = useEffectEvent((bets: LiveBet[]) => apply(bets.map((bet) => inLocale(bet, locale))))
  useEffect(() => {
    if (isOn) return live.on('global:wins', 'bets.settled', ({ bets }) => onPush(bets))
    return undefined
  }, [isOn])
}

/** True while the pointer or the focus is on an item of the list in `section`, which then must not change. */
export function useIsHeld(section: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    const element = section.current
    if (!element) return
    const note = () => setHeld(element.matches(':has(li:hover, li :focus-visible)'))
    const events = ['pointerover', 'pointerleave', 'focusin', 'focusout'] as const
    for (const event of events) element.addEventListener(event, note)
    return () => {
      for (const event of events) element.removeEventListener(event, note)
    }
  }, [section])
  return isHeld
}

/** The value as of the last moment at which it could change. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [shown, setShown] = useState(value)
  if (isHeld || shown === value) return shown
  setShown(value)
  return value
}
