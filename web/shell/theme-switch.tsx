/** The theme switch. The theme is stored in a cookie, so that the server renders it. */
import { useSyncExternalStore } from 'react'
import { currentPreference, onPreferenceChange, setPreference, themes } from '../device/preferences.ts'
import { Icon, type IconName } from '../design/icon/icon.tsx'
import { useLabels } from '../render/labels.tsx'
import styles from './switches.module.css'

const icons: Record<(typeof themes)[number], IconName> = {
  system: 'screen',
  dark: 'moon',
  light: 'sun',
  contrast: 'contrast',
}

export function ThemeSwitch() {
  const t = useLabels('shell')
  const theme = useSyncExternalStore(
    onPreferenceChange,
    () => currentPreference('theme'),
    () => null,
  )
  return (
    <div className={styles.themes} role="group" aria-label={t('theme')}>
      {themes.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={theme === name}
          aria-label={t(`theme_${name}`)}
          title={t(`theme_${name}`)}
          onClick={() => setPreference('theme', name)}
        >
          <Icon name={icons[name]} />
        </button>
      ))}
    </div>
  )
}
