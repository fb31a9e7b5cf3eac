/** The time since play began, to the second. */
import { useEffect, useState } from 'react'
import { formatElapsed } from './figures.ts'

export function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <time>{formatElapsed(Math.max(0, (now - since) / 1000))}</time>
}
