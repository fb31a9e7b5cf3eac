/** Delays the loading of content that is not visible yet. */
import { whenIdle } from '../device/when-idle.ts'

const interactions = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin'] as const
const marginPx = 400

/**
 * Resolves at an idle moment once the element `id` is near the viewport or the visitor interacts with the page, because
 * an interaction may be about to reach the element. Resolves immediately if the server has not rendered the element.
 */
export function onceNear(id: string): Promise<void> {
  const element = document.getElementById(id)
  if (!element) return Promise.resolve()
  return new Promise((resolve) => {
    const begin = () => {
      observer.disconnect()
      for (const interaction of interactions) removeEventListener(interaction, begin)
      whenIdle(resolve)
    }
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && begin(), {
      rootMargin: `${marginPx}px`,
    })
    observer.observe(element)
    for (const interaction of interactions) addEventListener(interaction, begin, { passive: true })
  })
}
