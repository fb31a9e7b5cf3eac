/** A progress bar in percent with a text alternative. */
import styles from './progress.module.css'

type ProgressProps = {
  percent: number
  label: string
  /** `warning` when little of a limit remains. */ tone?: 'accent' | 'warning'
}
export function Progress({ percent, label, tone = 'accent' }: ProgressProps) {
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      data-tone={tone}
    >
      <span className={styles.done} style={{ inlineSize: `${percent}%` }} />
    </div>
  )
}
