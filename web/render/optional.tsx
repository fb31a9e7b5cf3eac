/**
 * Components that are loaded on demand next to something that must survive, such as an open game or a form. If the
 * chunk belongs to an old build or the network fails, a fallback is shown and the page does not fail.
 */
import { type ComponentType, lazy } from 'react'
import { useLabels } from './labels.tsx'
import styles from './errors.module.css'

type Module<P> = { default: ComponentType<P> }

/** Works like `lazy`. Browsers do not request a failed module again, so the fallback stays until a reload. */
export function optional<P extends object>(
  get: () => Promise<Module<P>>,
  Missing: ComponentType = Nothing,
): ComponentType<P> {
  return lazy<ComponentType<P>>(() => get().catch(() => ({ default: Missing as ComponentType<P> })))
}

const Nothing = () => null

/** The fallback for a panel that the visitor has opened. */
export function NotLoaded() {
  const t = useLabels('shell')
  return (
    <p className={styles.notLoaded} role="alert">
      {t('notLoaded')}
    </p>
  )
}
