/** The session bar of a game: the balance and, in real play, the net result, the time, and free spins or a bonus. */
import type { ReactNode } from 'react'
import { Detail } from '../../design/detail/detail.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { Money } from '../../design/money/money.tsx'
import { useTimeText } from '../../design/when/use-time-text.ts'
import { useLabels } from '../../render/labels.tsx'
import { Elapsed } from './elapsed.tsx'
import type { PlayMode } from './use-launch.ts'
import styles from './session-bar.module.css'

export type SessionFigures = { net: number; startedAt: string }
type BarProps = {
  mode: PlayMode
  balance: { amount: number; currency: string } | null
  session: SessionFigures | undefined
  /** Free spins or a bonus: at most one line. */
  playing?: ReactNode
  /** Opens the statistics. */
  statisticsId?: string | undefined
  children?: ReactNode
}

export function SessionBar({ mode, balance, session, playing, statisticsId, children }: BarProps) {
  const t = useLabels('games')
  const time = useTimeText()
  return (
    <div className={styles.bar}>
      <dl className={styles.figures}>
        <Detail term={mode === 'real' ? t('balance') : t('demoBalance')}>
          {balance ? <Money amount={balance.amount} currency={balance.currency} /> : '…'}
        </Detail>
        {mode === 'real' && session && balance && (
          <>
            <Detail term={t('netSince', { time: time(session.startedAt) })}>
              <button type="button" className={styles.net} popoverTarget={statisticsId} title={t('statistics')}>
                <Money amount={session.net} currency={balance.currency} sign="always" />
                <Icon name="chart" size={16} />
              </button>
            </Detail>
            <div>
              <dt className={styles.time}>{t('elapsed')}</dt>
              <dd>
                <Elapsed since={Date.parse(session.startedAt)} />
              </dd>
            </div>
          </>
        )}
      </dl>
      {playing && <div className={styles.playing}>{playing}</div>}
      <div className={styles.actions}>{children}</div>
    </div>
  )
}
