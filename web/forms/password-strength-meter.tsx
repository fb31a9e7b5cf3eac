/** Three bars and a label, because colour alone must not convey the strength. */
import { shownStrength } from '#contract/fields/password-strength.ts'
import { useLabels } from '../render/labels.tsx'
import styles from './forms.module.css'

export function PasswordStrengthMeter({ password, minLength }: { password: string; minLength: number }) {
  const t = useLabels('fields')
  const strength = shownStrength(password, minLength)
  // A password that will be refused always shows as weak.
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
