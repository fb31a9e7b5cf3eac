/**
 * Components that are loaded on demand beside something that must stay, such as an open game or a form: where a chunk of
 * an old build or the network is missing, something else is in its place and the page does not fail.
 */
import { type ComponentType, lazy } from 'react'
import { useLabels } from './labels.tsx'
import styles from './errors.module.css'

type Module<P> = { default: ComponentType<P> }

/** As `lazy`, inside Suspense. Browsers request a module once: after a failure it stays missing until a reload. */
export function optional<P extends object>(
  get: () => Promise<Module<P>>,
  Missing: ComponentType = Nothing,
): ComponentType<P> {
  return lazy<ComponentType<P>>(() => get().catch(() => ({ default: Missing as ComponentType<P> })))
}

const Nothing = () => null

/** In a panel that the visitor has opened. */
export function NotLoaded() {
  const t = useLabels('shell')
  return (
    <p className={styles.notLoaded} role="alert">
      {t('notLoaded')}
    </p>
  )
}
