/**
 * The reality check: time and result of play. It stays open until the player continues, opens the history, or stops.
 */
import { useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { RealityCheck } from '#contract/reality-checks.ts'
import { api, ApiError } from '../api/client.ts'
import { apiKey, useApi } from '../api/use-api.ts'
import { GuardedButton } from '../design/button/guarded-button.tsx'
import { Detail } from '../design/detail/detail.tsx'
import { Failed } from '../design/empty/empty.tsx'
import { Money } from '../design/money/money.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { useAlert } from '../features/alerts/raise-alert.ts'
import { formatElapsed } from '../features/games/figures.ts'
import { leaveOpenGame } from '../features/games/leave-game.ts'
import { isCheckDue } from '../features/games/use-reality-check.ts'
import { useTimeText } from '../design/when/use-time-text.ts'
import { SaferPlayLink } from '../features/safer-play/safer-play-link.tsx'
import type { ModalModule } from '../modals.ts'
import { useLabels } from '../render/labels.tsx'
import { useGo } from '../render/router.tsx'
import { ModalActions, ModalBody, ModalTitle, useBeforeClose } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'
import styles from './reality-check.module.css'

const route = 'GET /api/game/reality-check'
type Play = NonNullable<RealityCheck['play']>
type Choice = 'continue' | 'history' | 'stop'

function RealityCheckModal() {
  const t = useLabels('limits')
  const modal = useModal()
  const go = useGo()
  const client = useQueryClient()
  const alert = useAlert()
  const { data, isFetching, isError, refetch } = useApi(route, undefined, { refetchOnMount: 'always' })
  const [busy, setBusy] = useState<Choice | null>(null)
  const isOver = data !== undefined && !isFetching && !isCheckDue(data)
  useBeforeClose(() => isOver || isError)
  // The check was acknowledged elsewhere, or the address was opened without a due check.
  useEffect(() => {
    if (isOver && busy === null) modal.close('reality-check')
  })
  const resumesIn = data?.play?.resumesInSeconds ?? 0
  const latestRefetch = useRef(refetch)
  useEffect(() => {
    latestRefetch.current = refetch
  })
  useEffect(() => {
    if (resumesIn === 0) return
    const timer = setTimeout(() => void latestRefetch.current(), resumesIn * 1000)
    return () => clearTimeout(timer)
  }, [resumesIn])
  const choose = async (choice: Choice) => {
    setBusy(choice)
    try {
      const answer = await api('POST /api/game/reality-check/acknowledge', { body: { dueAt: data!.play!.dueAt } })
      client.setQueryData(apiKey(route), answer)
      if (choice !== 'continue') await go(choice === 'history' ? '/profile/history' : '/')
      if (choice === 'stop') leaveOpenGame()
      setBusy(null)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setBusy(null)
      await alert('common', 'somethingWrong')
    }
  }
  const action = (choice: Choice) => ({
    act: choice,
    size: 'l' as const,
    isWide: true,
    isBusy: busy === choice,
    disabled: busy !== null || !data?.play,
    onClick: () => void choose(choice),
  })
  return (
    <>
      <ModalTitle description={t('realityCheckText')}>{t('realityCheck')}</ModalTitle>
      <ModalBody>
        {isError && <Failed title={t('realityCheckFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
        {!data && !isError && <Spinner label={t('loading')} />}
        {data?.play && <PlayFigures play={data.play} />}
        <SaferPlayLink />
        {resumesIn > 0 && <p role="status">{t('realityCheckPause', { minutes: Math.ceil(resumesIn / 60) })}</p>}
      </ModalBody>
      <ModalActions>
        <GuardedButton tone="primary" {...action('continue')} disabled={busy !== null || !data?.play || resumesIn > 0}>
          {t('continuePlaying')}
        </GuardedButton>
        <GuardedButton {...action('history')}>{t('viewHistory')}</GuardedButton>
        <GuardedButton tone="quiet" {...action('stop')}>
          {t('stopPlaying')}
        </GuardedButton>
      </ModalActions>
    </>
  )
}

/** Shows the figures of each currency separately, because different currencies cannot be added. */
export function PlayFigures({ play: { startedAt, elapsedSeconds, totals } }: { play: Play }) {
  const t = useLabels('limits')
  const time = useTimeText()
  return (
    <>
      <dl className={styles.figures}>
        <Detail className={styles.whole} term={t('playedSince', { time: time(startedAt) })}>
          <time>{formatElapsed(elapsedSeconds)}</time>
        </Detail>
      </dl>
      {totals.map(({ currency, staked, won, inPlay, net }) => (
        <dl key={currency} className={styles.figures} aria-label={currency}>
          <Detail className={styles.whole} term={t('netResult')}>
            <Money amount={net} currency={currency} sign="always" />
          </Detail>
          <Detail term={t('staked')}>
            <Money amount={staked} currency={currency} />
          </Detail>
          <Detail term={t('paidOut')}>
            <Money amount={won} currency={currency} />
          </Detail>
          {inPlay > 0 && (
            <Detail className={styles.whole} term={t('inPlay')}>
              <Money amount={inPlay} currency={currency} />
            </Detail>
          )}
        </dl>
      ))}
    </>
  )
}

export const modal: ModalModule = { View: RealityCheckModal, labels: ['limits'], mustAnswer: true }
