/** Alerts on screen, above modals, announced politely (errors assertively). */
import { useSyncExternalStore } from 'react'
import { Icon, type IconName } from '../icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { current, dismissToast, pause, restart, subscribe, type Toast, type ToastTone } from './toast-store.ts'
import styles from './toast.module.css'

const icons: Record<ToastTone, IconName> = { success: 'check-circle', error: 'alert', warning: 'alert', info: 'info' }
const none: Toast[] = []

export function Toasts() {
  const t = useLabels('shell')
  const toasts = useSyncExternalStore(subscribe, current, () => none)
  return (
    <section className={styles.region} aria-label={t('alerts')}>
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
