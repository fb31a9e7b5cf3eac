/** Counts down to the next code after one that was already used. */
import { useLabels } from '../../render/labels.tsx'
import { useCountdown } from '../otp/use-countdown.ts'
import styles from './step-up.module.css'

export function NextCode({ seconds }: { seconds: number }) {
  const { secondsLeft } = useCountdown(seconds)
  return <NextCodeView secondsLeft={secondsLeft} />
}

/** Screen readers do not announce the timer every second, but the new code once. */
export function NextCodeView({ secondsLeft }: { secondsLeft: number }) {
  const t = useLabels('security')
  return (
    <div className={styles.note}>
      {secondsLeft > 0 && <p role="timer">{t('nextCodeIn', { seconds: secondsLeft })}</p>}
      <p role="status">{secondsLeft === 0 && t('nextCodeShown')}</p>
    </div>
  )
}
