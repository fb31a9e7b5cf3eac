/** Three bars and a label; the label, not the colour, carries the meaning. */
import { passwordStrength } from '#contract/fields/password-strength.ts'
import { useLabels } from '../render/labels.tsx'
import styles from './forms.module.css'

export function PasswordStrengthMeter({ password }: { password: string }) {
  const t = useLabels('fields')
  const strength = passwordStrength(password)
  return (
    <div className={styles.strength} data-strength={strength ?? undefined}>
      <span className={styles.bars} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <output>{strength && t(`strength_${strength}`)}</output>
    </div>
  )
}
