/**
 * Around a part whose code comes later: until it is hydrated, presses and entries inside are kept
 * (web/inline/start-page.ts), because React would lose them.
 */
import { type ReactNode, useEffect, useRef } from 'react'

const style = { display: 'contents' }

export function Arrived({ children }: { children?: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    part.current!.removeAttribute('data-late')
    dispatchEvent(new Event('fairhouse:arrived'))
  }, [])
  return (
    <div ref={part} data-late="" style={style}>
      {children}
    </div>
  )
}
