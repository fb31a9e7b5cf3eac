/**
 * A button that takes the place of another, or that changes what it does: presses are ignored until it has been there for
 * a moment, so that the second tap of a double tap never does what the player has not read (by pointer and by key).
 */
import { type ComponentProps, type MouseEvent, useEffect, useState } from 'react'
import { guardMs } from '#contract/control-guard.ts'
import { Button } from './button.tsx'

type GuardedButtonProps = ComponentProps<typeof Button> & {
  /** Names what the button does now: the wait begins when it appears and whenever this changes. */
  act: string
}

export function GuardedButton({ act, onClick, ...rest }: GuardedButtonProps) {
  const [settled, setSettled] = useState<string | null>(null)
  // A press that comes too early starts the wait again, because the player may be tapping repeatedly.
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(act), guardMs)
    return () => clearTimeout(timer)
  }, [act, refusals])
  const isSettled = settled === act
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isSettled) return onClick?.(event)
    // Without this, the button of a form would submit it.
    event.preventDefault()
    setRefusals((count) => count + 1)
  }
  return <Button {...rest} aria-disabled={!isSettled || undefined} onClick={press} />
}
