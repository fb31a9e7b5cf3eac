/** Three bars and a label; the label, not the colour, conveys the meaning. */
import { shownStrength } from '#contract/fields/password-strength.ts'
import { useLabels } from '../render/labels.tsx'
import styles from './forms.module.css'

export function PasswordStrengthMeter({ password, minLength }: { password: string; minLength: number }) {
  const t = useLabels('fields')
  const strength = shownStrength(password, minLength)
  // Bars of a password that will be refused never fill up.
  const level = strength === 'common' || strength === 'short' ? 'weak' : strength
  return (
    <div className={styles.strength} data-strength={level ?? undefined}>
      <span className={styles.bars} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <output>{strength && t(`strength_${strength}`, { min: minLength })}</output>
    </div>
  )
}
