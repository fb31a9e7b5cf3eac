import { type RefObject, useEffect, useState } from 'react'

const marginPx = 400

/** Returns true once the element has been near the viewport. */
export function useSeen(element: RefObject<Element | null>): boolean {
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
  }, [element])
  return isSeen
}
