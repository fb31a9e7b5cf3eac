/** The time since play began, updated every second. */
import { useEffect, useState } from 'react'
import { serverNow } from '../session/server-clock.ts'
import { formatElapsed } from './figures.ts'

export function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <time>{formatElapsed(Math.max(0, (now - since) / 1000))}</time>
}
