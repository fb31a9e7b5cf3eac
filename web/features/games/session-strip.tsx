/** The session strip: balance, and in real play time and net result, always visible. */
import { useEffect, useState, type ReactNode } from 'react'
import { Money } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'
import { formatElapsed } from './figures.ts'
import { usePlaySession } from './play-session.ts'
import type { PlayMode } from './use-launch.ts'
import styles from './session-strip.module.css'

type StripProps = { mode: PlayMode; balance: { amount: number; currency: string } | null; children: ReactNode }

export function SessionStrip({ mode, balance, children }: StripProps) {
  const t = useLabels('games')
  const session = usePlaySession()
  const currency = balance?.currency
  return (
    <div className={styles.strip}>
      <dl className={styles.figures}>
        <div>
          <dt>{mode === 'real' ? t('balance') : t('demoBalance')}</dt>
          <dd>{balance ? <Money amount={balance.amount} currency={balance.currency} /> : '…'}</dd>
        </div>
        {mode === 'real' && session && currency && (
          <>
            <div>
              <dt>{t('net')}</dt>
              <dd>
                <Money amount={session.net[currency] ?? 0} currency={currency} sign="always" />
              </dd>
            </div>
            <div>
              <dt>{t('elapsed')}</dt>
              <dd>
                <Elapsed since={session.startedAt} />
              </dd>
            </div>
          </>
        )}
      </dl>
      <div className={styles.actions}>{children}</div>
    </div>
  )
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <time>{formatElapsed(Math.max(0, (now - since) / 1000))}</time>
}
