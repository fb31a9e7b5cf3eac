import { type RefObject, useEffect, useState } from 'react'

/** Returns true once the element has been within `marginPx` of the viewport. */
export function useSeen(element: RefObject<Element | null>, marginPx = 200): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setSeen(true)
      },
      { rootMargin: `${marginPx}px` },
    )
    observer.observe(element.current!)
    return () => observer.disconnect()
  }, [element, marginPx])
  return isSeen
}
