/** Alerts on screen, above modals, announced politely (errors assertively); they cover no control where there is room. */
import { useLayoutEffect, useRef, useState } from 'react'
import { Icon, type IconName } from '../icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { controlsOf, leastCovering, wordsOf } from './place.ts'
import { dismissToast, pause, restart, type Toast, type ToastTone } from './toast-store.ts'
import styles from './toast.module.css'

const icons: Record<ToastTone, IconName> = { success: 'check-circle', error: 'alert', warning: 'alert', info: 'info' }
/** Distance to the window's edges. */
const margin = 8

export default function ToastList({ toasts }: { toasts: Toast[] }) {
  const t = useLabels('shell')
  const region = useRef<HTMLElement>(null)
  const [top, setTop] = useState(margin)
  const newest = toasts.at(-1)?.id
  useLayoutEffect(() => {
    if (newest === undefined) return
    const own = region.current!
    const place = () => {
      const box = own.getBoundingClientRect()
      setTop(leastCovering(box, { from: margin, to: innerHeight - margin }, controlsOf(own), wordsOf(own)))
    }
    place()
    // What arrives on the page later, such as a reminder with its buttons, is not covered either.
    const watch = new MutationObserver((changes) => {
      if (changes.some(({ target }) => !own.contains(target)) && !own.matches(':hover, :focus-within')) place()
    })
    // What React hides while it loads comes back by a change of `style`.
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style', 'hidden'] })
    // Longer texts need another place; those that have left need none, and the others stay where they are read.
    let height = own.offsetHeight
    const resize = new ResizeObserver(() => {
      if (own.offsetHeight > height) place()
      height = own.offsetHeight
    })
    resize.observe(own)
    // The focus scrolls the page, and what it stops at is seen.
    const followFocus = ({ target }: FocusEvent) => {
      if (!own.contains(target as Node) && !own.matches(':hover')) requestAnimationFrame(place)
    }
    document.addEventListener('focusin', followFocus)
    return () => {
      document.removeEventListener('focusin', followFocus)
      watch.disconnect()
      resize.disconnect()
    }
  }, [newest])
  return (
    <section ref={region} className={styles.region} aria-label={t('alerts')} style={{ insetBlockStart: top }}>
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={styles.toast}
          data-tone={toast.type}
          data-leaving={toast.isLeaving || undefined}
          role={toast.type === 'error' ? 'alert' : 'status'}
          onPointerEnter={() => pause(toast.id)}
          onPointerLeave={() => restart(toast.id)}
          onFocus={() => pause(toast.id)}
          onBlur={() => restart(toast.id)}
        >
          <span className={styles.icon}>
            <Icon name={icons[toast.type]} />
          </span>
          <div>
            <strong>{toast.title}</strong>
            {toast.description && <p>{toast.description}</p>}
          </div>
          <button
            type="button"
            className={styles.dismiss}
            aria-label={t('close')}
            onClick={() => dismissToast(toast.id)}
          >
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
    </section>
  )
}
