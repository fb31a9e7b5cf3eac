/** Three bars and a label, because colour alone must not convey the strength. */
import { type PasswordStrength, type ShownStrength, shownStrength } from '#contract/fields/password-strength.ts'
import { useLabels } from '../render/labels.tsx'
import styles from './forms.module.css'

/** A long password that will be refused shows as weak. */
const levels: Partial<Record<ShownStrength, PasswordStrength>> = { goodSoFar: 'good', common: 'weak', short: 'weak' }

export function PasswordStrengthMeter({ password, minLength }: { password: string; minLength: number }) {
  const t = useLabels('fields')
  const strength = shownStrength(password, minLength)
  const level = strength && (levels[strength] ?? strength)
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
