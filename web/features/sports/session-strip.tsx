/** Net result and time since play began, in sight beside the sportsbook as beside a game. */
import type { PlaySession } from '#contract/games.ts'
import { Detail } from '../../design/detail/detail.tsx'
import { Money } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Elapsed } from '../games/elapsed.tsx'
import styles from './sportsbook.module.css'

export function SessionStrip({ session }: { session: PlaySession }) {
  const t = useLabels('betting')
  return (
    <dl className={styles.strip} data-session>
      <Detail term={t('net')}>
        <Money amount={session.net} currency={session.currency} sign="always" />
      </Detail>
      <Detail term={t('elapsed')}>
        <Elapsed since={Date.parse(session.startedAt)} />
      </Detail>
    </dl>
  )
}
