/** Language and theme, in a menu. */
import { LocaleSwitch } from './locale-switch.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import styles from './switches.module.css'

export function DisplaySwitches() {
  return (
    <div className={styles.display}>
      <LocaleSwitch />
      <ThemeSwitch />
    </div>
  )
}
