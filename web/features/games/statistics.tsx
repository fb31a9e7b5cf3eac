/** The player's statistics of this session from the ledger, with a chart of the latest results. */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { PlaySession } from '#contract/games.ts'
import { api } from '../../api/client.ts'
import { apiKey } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { Detail } from '../../design/detail/detail.tsx'
import { Money } from '../../design/money/money.tsx'
import { useTimeText } from '../../design/when/use-time-text.ts'
import { useLabels } from '../../render/labels.tsx'
import { useAlert } from '../alerts/raise-alert.ts'
import { OwnPlaces } from '../tournaments/own-places.tsx'
import styles from './statistics.module.css'

export function StatisticsView({ session, children }: { session: PlaySession; children?: React.ReactNode }) {
  const t = useLabels('games')
  const time = useTimeText()
  const { currency, statistics } = session
  const amounts = [
    ['staked', statistics.staked],
    ['paidOut', statistics.won],
    ['biggestWin', statistics.biggestWin],
  ] as const
  return (
    <section className={styles.statistics} aria-labelledby="statistics-title">
      <h2 id="statistics-title">{t('statisticsSince', { time: time(statistics.since) })}</h2>
      <ResultLine line={statistics.line} />
      <dl className={styles.figures}>
        <Detail className={styles.net} term={t('net')}>
          <Money amount={statistics.net} currency={currency} sign="always" />
        </Detail>
        {amounts.map(([name, amount]) => (
          <Detail key={name} term={t(name)}>
            <Money amount={amount} currency={currency} />
          </Detail>
        ))}
        <Detail term={t('rounds')}>{statistics.rounds}</Detail>
      </dl>
      {children}
    </section>
  )
}

/** Returns the points of the chart in a box of 100 by 40, and the height of its zero line. */
export function linePoints(line: number[]): { points: string; zero: number } {
  const results = [0, ...line]
  const [low, high] = [Math.min(...results), Math.max(...results)]
  const height = (result: number) => (high === low ? 20 : 38 - ((result - low) / (high - low)) * 36)
  const step = 100 / Math.max(1, line.length)
  return {
    points: results.map((result, index) => `${round(index * step)},${round(height(result))}`).join(' '),
    zero: round(height(0)),
  }
}
const round = (value: number) => Math.round(value * 100) / 100

function ResultLine({ line }: { line: number[] }) {
  const { points, zero } = linePoints(line)
  return (
    <svg className={styles.line} viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M0 ${zero}H100`} className={styles.zero} />
      {line.length > 0 && <polyline points={points} className={styles.result} />}
    </svg>
  )
}

export default function Statistics({ session, gameId }: { session: PlaySession; gameId: string }) {
  const t = useLabels('games')
  const client = useQueryClient()
  const alert = useAlert()
  const [isBusy, setBusy] = useState(false)
  const { currency } = session
  const reset = async () => {
    setBusy(true)
    try {
      const renewed = await api('POST /api/game/play-session/reset', { body: { currency } })
      client.setQueryData(apiKey('GET /api/game/play-session', { query: { currency } }), renewed)
    } catch {
      await alert('common', 'somethingWrong')
    } finally {
      setBusy(false)
    }
  }
  return (
    <StatisticsView session={session}>
      <OwnPlaces gameId={gameId} />
      <p className={styles.note}>{t('statisticsNote')}</p>
      <Button
        size="s"
        icon="refresh"
        isBusy={isBusy}
        disabled={session.statistics.rounds === 0}
        onClick={() => void reset()}
      >
        {t('resetStatistics')}
      </Button>
    </StatisticsView>
  )
}
