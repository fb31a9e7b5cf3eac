/** A strip above the sportsbook with the net result, the play time and the maximum stake of a bonus. */
import type { PlaySession } from '#contract/games.ts'
import { Detail } from '../../design/detail/detail.tsx'
import { Money } from '../../design/money/money.tsx'
import { useTimeText } from '../../design/when/use-time-text.ts'
import { useLabels } from '../../render/labels.tsx'
import { Elapsed } from '../games/elapsed.tsx'
import styles from './sportsbook.module.css'

/** `maximum` is the maximum stake while a bonus is active. */
export function SessionStrip({ session, maximum }: { session: PlaySession; maximum: number | null }) {
  const t = useLabels('betting')
  const time = useTimeText()
  return (
    <dl className={styles.strip} data-session>
      <Detail term={t('netSince', { time: time(session.startedAt) })}>
        <Money amount={session.net} currency={session.currency} sign="always" />
      </Detail>
      {session.inPlay > 0 && (
        <Detail term={t('inPlay')}>
          <Money amount={session.inPlay} currency={session.currency} />
        </Detail>
      )}
      <Detail term={t('elapsed')}>
        <Elapsed since={Date.parse(session.startedAt)} />
      </Detail>
      {maximum !== null && (
        <Detail term={t('bonusMaximum')}>
          <Money amount={maximum} currency={session.currency} />
        </Detail>
      )}
    </dl>
  )
}
