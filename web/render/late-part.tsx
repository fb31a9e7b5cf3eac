/**
 * Wraps a part whose chunk loads after the page. React would lose clicks and input before the part is hydrated, so
 * the inline script records and replays them (web/inline/start-page.ts).
 */
import { type ReactNode, useEffect, useRef } from 'react'

const style = { display: 'contents' }

export function LatePart({ children }: { children?: ReactNode }) {
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
