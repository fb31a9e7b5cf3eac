/** Waits with what nobody sees yet. */
import { whenIdle } from '../device/when-idle.ts'

const signs = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin'] as const
const marginPx = 400

/**
 * Resolves at an idle moment once the element `id` is near what is visible, or the visitor acts, as any press but a
 * script's begins with that. At once where the server has not rendered the element.
 */
export function onceNear(id: string): Promise<void> {
  const element = document.getElementById(id)
  if (!element) return Promise.resolve()
  return new Promise((near) => {
    const begin = () => {
      observer.disconnect()
      for (const sign of signs) removeEventListener(sign, begin)
      whenIdle(near)
    }
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && begin(), {
      rootMargin: `${marginPx}px`,
    })
    observer.observe(element)
    for (const sign of signs) addEventListener(sign, begin, { passive: true })
  })
}
