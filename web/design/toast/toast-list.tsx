/** The alerts on screen, above modals. They are placed where they cover no control, if there is room. */
import { useLayoutEffect, useRef, useState } from 'react'
import { Icon, type IconName } from '../icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { controlsOf, leastCovering, textsOf } from './place.ts'
import { dismissToast, pause, restart, type Toast, type ToastTone } from './toast-store.ts'
import styles from './toast.module.css'

const icons: Record<ToastTone, IconName> = { success: 'check-circle', error: 'alert', warning: 'alert', info: 'info' }
/** Distance to the window's edges. */
const margin = 8

/** The header has the balance and the deposit, which no alert may cover, even when a dialog is open above it. */
const belowHeader = () => Math.max(0, document.querySelector('header')?.getBoundingClientRect().bottom ?? 0)

export default function ToastList({ toasts }: { toasts: Toast[] }) {
  const t = useLabels('shell')
  const region = useRef<HTMLElement>(null)
  const [top, setTop] = useState(margin)
  const newest = toasts.at(-1)?.id
  useLayoutEffect(() => {
    if (newest === undefined) return
    const element = region.current!
    const place = () => {
      const box = element.getBoundingClientRect()
      const from = belowHeader() + margin
      setTop(leastCovering(box, { from, to: innerHeight - margin }, controlsOf(element), textsOf(element)))
    }
    place()
    // Controls may appear later, for example with a reminder, and must not be covered either.
    const watch = new MutationObserver((changes) => {
      if (changes.some(({ target }) => !element.contains(target)) && !element.matches(':hover, :focus-within')) place()
    })
    // React shows a suspended part again by a change of its `style`.
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style', 'hidden'] })
    // A higher list needs a new position. A lower one stays where it is, so that texts do not move while they are read.
    let height = element.offsetHeight
    const resize = new ResizeObserver(() => {
      if (element.offsetHeight > height) place()
      height = element.offsetHeight
    })
    resize.observe(element)
    // Moving the focus may scroll the page, and the focused control must not be covered.
    const followFocus = ({ target }: FocusEvent) => {
      if (!element.contains(target as Node) && !element.matches(':hover')) requestAnimationFrame(place)
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
