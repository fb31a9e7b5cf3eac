import { useCallback, useEffect, useState } from 'react'

/** A countdown in seconds. It uses the clock, because browsers throttle timers in background tabs. */
export function useCountdown(from: number): { secondsLeft: number; restart: (from: number) => void } {
  const [endsAt, setEndsAt] = useState(() => Date.now() + from * 1000)
  const [secondsLeft, setSecondsLeft] = useState(from)
  useEffect(() => {
    const show = () => setSecondsLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)))
    show()
    const ticking = setInterval(show, 500)
    return () => clearInterval(ticking)
  }, [endsAt])
  const restart = useCallback((seconds: number) => {
    setEndsAt(Date.now() + seconds * 1000)
    setSecondsLeft(seconds)
  }, [])
  return { secondsLeft, restart }
}
