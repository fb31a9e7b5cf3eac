/** The page of a cooling-off period or self-exclusion: how long it lasts, the way to the money, and help. */
import { isEndless } from '#contract/break-ends.ts'
import { useApi } from '../api/use-api.ts'
import { buttonClass, ButtonLink } from '../design/button/button.tsx'
import { Card } from '../design/card/card.tsx'
import { begunExclusion } from '../features/limits/begun-exclusion.ts'
import { BreakMeans } from '../features/limits/break-means.tsx'
import { definitionOf, type ExclusionKind } from '../features/limits/periods.ts'
import { useBreakText } from '../features/limits/use-break-text.ts'
import { useDayText } from '../features/limits/use-day-text.ts'
import { HelpList } from '../features/safer-play/help-list.tsx'
import { ModalLink } from '../modals/use-modal.tsx'
import { useLabels } from '../render/labels.tsx'
import { defineRoute, query } from '../render/page.ts'
import { useVisitor } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'
import styles from './safer-play.module.css'

export const route = defineRoute({
  labels: ['limits', 'safer-play', 'wallet'],
  content: ['global-components'],
  queries: ({ isSignedIn }) =>
    isSignedIn ? [query('GET /api/player/protection'), query('GET /api/game/open-rounds')] : [],
  meta: ({ t }) => ({ title: t('breakTitle'), noIndex: true }),
  View: BreakPage,
})

function BreakPage() {
  return useVisitor().isSignedIn ? <PlayerBreak /> : <SignedOutBreak />
}

function PlayerBreak() {
  const t = useLabels('limits')
  const text = useBreakText()
  const { data: profile } = useApi('GET /api/player/profile')
  const exclusion = profile?.exclusion
  if (!exclusion)
    return (
      <Page title={t('noBreakTitle')} lead={t('noBreakText')} width="list">
        <p>
          <ButtonLink to="/profile/limits">{t('toLimits')}</ButtonLink>
        </p>
      </Page>
    )
  const kind: ExclusionKind = exclusion.definition === definitionOf['self-exclusion'] ? 'self-exclusion' : 'cooling-off'
  return (
    <Page
      title={t(kind === 'self-exclusion' ? 'exclusionRunning' : 'breakRunning')}
      lead={text(exclusion)}
      width="list"
    >
      <div className={styles.cards}>
        <OpenRounds />
        <Card title={t('breakMoney')}>
          <p>{t('stillYours')}</p>
          <p className={styles.links}>
            <ModalLink modal="wallet" value="withdraw" className={buttonClass} data-tone="primary">
              {t('breakWithdraw')}
            </ModalLink>
            <ButtonLink to="/profile/history">{t('viewHistory')}</ButtonLink>
          </p>
        </Card>
        <Rules kind={kind} endsAt={exclusion.endsAt} />
        <Help />
      </div>
    </Page>
  )
}

/** After a self-exclusion has ended the session that started it. */
function SignedOutBreak() {
  const t = useLabels('limits')
  const day = useDayText()
  const until = begunExclusion.use()
  return (
    <Page
      title={t(until ? 'exclusionRunning' : 'breakTitle')}
      lead={
        until
          ? isEndless(until)
            ? t('self-exclusionEndless')
            : t('self-exclusionUntil', { until: day(until) })
          : t('breakSignedOut')
      }
      width="list"
    >
      <div className={styles.cards}>
        <Card title={t('breakMoney')}>
          <p>{t('breakSignIn')}</p>
          <p className={styles.links}>
            <ModalLink modal="sign-in" className={buttonClass} data-tone="primary">
              {t('breakSignInButton')}
            </ModalLink>
          </p>
        </Card>
        {until && <Rules kind="self-exclusion" endsAt={until} />}
        <Help />
      </div>
    </Page>
  )
}

function Rules({ kind, endsAt }: { kind: ExclusionKind; endsAt: string }) {
  const t = useLabels('limits')
  return (
    <Card title={t('breakRules')}>
      <BreakMeans kind={kind} isEndless={isEndless(endsAt)} isStarted />
    </Card>
  )
}

/** A round that was open when the break began can be finished. */
function OpenRounds() {
  const t = useLabels('limits')
  const { data: rounds = [] } = useApi('GET /api/game/open-rounds')
  if (rounds.length === 0) return null
  return (
    <Card title={t('breakRound')}>
      <p>{t('openRoundContinues')}</p>
      <p className={styles.links}>
        {[...new Set(rounds.map(({ gameId }) => gameId))].map((gameId) => (
          <FinishRound key={gameId} gameId={gameId} />
        ))}
      </p>
    </Card>
  )
}

function FinishRound({ gameId }: { gameId: string }) {
  const t = useLabels('limits')
  const { data: game } = useApi('GET /api/game/games/{id}', { params: { id: gameId } })
  return <ButtonLink to={`/games/${gameId}?play=real`}>{t('finishRound', { game: game?.name ?? gameId })}</ButtonLink>
}

function Help() {
  const t = useLabels('safer-play')
  return (
    <Card title={t('helpTitle')}>
      <p>{t('helpText')}</p>
      <HelpList />
      <p className={styles.links}>
        <ButtonLink to="/contact">{t('writeToUs')}</ButtonLink>
      </p>
    </Card>
  )
}
