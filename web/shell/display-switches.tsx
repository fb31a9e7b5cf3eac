/** Language, theme and the lobby's strip of live activity, in a menu. */
import { useSyncExternalStore } from 'react'
import { currentPreference, onPreferenceChange, setPreference } from '../device/preferences.ts'
import { useLabels } from '../render/labels.tsx'
import { LocaleSwitch } from './locale-switch.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import styles from './switches.module.css'

export function DisplaySwitches() {
  const t = useLabels('shell')
  const isLifeOn = useSyncExternalStore(
    onPreferenceChange,
    () => currentPreference('life') !== 'off',
    () => true,
  )
  return (
    <div className={styles.display}>
      <LocaleSwitch />
      <ThemeSwitch />
      <button
        type="button"
        role="switch"
        className={styles.life}
        aria-checked={isLifeOn}
        onClick={() => setPreference('life', isLifeOn ? 'off' : 'on')}
      >
        {t('life')}
      </button>
    </div>
  )
}
