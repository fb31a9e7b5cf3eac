/** The stage of a running game: frame, messages and session strip. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { GameDetails } from '#contract/games.ts'
import { useApi } from '../../api/use-api.ts'
import { Button, buttonClass, IconButton } from '../../design/button/button.tsx'
import { Empty } from '../../design/empty/empty.tsx'
import { Spinner } from '../../design/spinner/spinner.tsx'
import { isModalKey } from '../../modals.ts'
import { ModalLink, openModal } from '../../modals/use-modal.tsx'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { useNavigator, usePlace, useSearch } from '../../render/router.tsx'
import { frameRights } from './frame-rights.ts'
import { askGame, type GameNews, useGameNews } from './game-messages.ts'
import { beginPlaySession, recordRound } from './play-session.ts'
import { dropReturnGame, keepReturnGame } from './return-game.ts'
import { SessionStrip } from './session-strip.tsx'
import { type PlayMode, useLaunch } from './use-launch.ts'
import styles from './game-stage.module.css'

type Told = {
  balance: { amount: number; currency: string } | null
  isReady: boolean
  isInRound: boolean
  lacksFunds: boolean
  hasEnded: boolean
}
const silent: Told = { balance: null, isReady: false, isInRound: false, lacksFunds: false, hasEnded: false }
/** Where the game is unavailable, the explanation replaces the stage. */
function useRefusal(
  modal: 'geo-restricted-game' | 'game-limit-reached' | null,
  gameId: string,
  onLeave: () => void,
): void {
  const navigator = useNavigator()
  const leave = useRef(onLeave)
  useEffect(() => {
    if (!modal) return
    leave.current()
    openModal(navigator, modal, gameId)
  }, [modal, gameId, navigator])
}

type StageProps = { game: GameDetails; mode: PlayMode; onLeave: () => void; children?: ReactNode }

export function GameStage({ game, mode, onLeave, children }: StageProps) {
  const t = useLabels('games')
  const locale = useLocale()
  const frame = useRef<HTMLIFrameElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [told, setTold] = useState<Told>(silent)
  const [isLarge, setLarge] = useState(false)
  const { account, isKnown } = useActiveAccount(mode)
  const profile = useApi('GET /api/player/profile', undefined, { enabled: mode === 'real' }).data
  const { url, error } = useLaunch({
    gameId: game.id,
    mode,
    currency: mode === 'real' ? account?.currency : undefined,
    locale,
    attempt,
    isEnabled: isKnown,
  })
  useRefusal(error ? refusalOf(error.name) : null, game.id, onLeave)
  const again = () => {
    setTold(silent)
    setAttempt(attempt + 1)
  }

  useGameNews(frame, (news) => {
    setTold((before) => ({ ...before, ...changeOf(news) }))
    if (mode !== 'real') return
    if (news.type === 'fairhouse:ready' && profile) beginPlaySession(profile.id)
    if (news.type === 'fairhouse:round-ended') recordRound(news)
  })
  usePauseUnderModals(frame)
  useWayBack(mode, !error)
  useFreshBalance(frame, account?.balance, told)
  const balance = told.balance ?? (account ? { amount: account.balance, currency: account.currency } : null)

  return (
    <section className={styles.stage} data-playing="" data-large={isLarge || undefined} aria-label={game.name}>
      <div className={styles.screen}>
        {!error && !told.hasEnded && !told.isReady && (
          <span className={styles.loading}>
            <Spinner size={32} />
          </span>
        )}
        {url && !told.hasEnded && (
          <iframe
            key={url}
            ref={frame}
            src={url}
            title={t('frameTitle', { game: game.name })}
            className={styles.frame}
            sandbox={frameRights(url, location.origin)}
            allow="autoplay; fullscreen"
            referrerPolicy="no-referrer"
          />
        )}
        {(error || told.hasEnded) && (
          <Empty
            icon="alert"
            title={t(error ? 'launchFailed' : 'sessionEnded')}
            action={
              <Button tone="primary" onClick={again}>
                {t('openAgain')}
              </Button>
            }
          >
            {t(error ? launchReason(error.name) : 'sessionEndedText')}
          </Empty>
        )}
      </div>
      {told.lacksFunds && mode === 'real' && (
        <div className={styles.notice} role="alert">
          <p>{t('insufficientFunds')}</p>
          <ModalLink modal="wallet" value="deposit" className={buttonClass} data-tone="primary">
            {t('deposit')}
          </ModalLink>
        </div>
      )}
      <SessionStrip mode={mode} balance={balance}>
        {mode === 'demo' && (
          <ModalLink modal="demo-game" value={game.id} className={buttonClass} data-tone="primary" data-size="s">
            {t('playReal')}
          </ModalLink>
        )}
        <span className={styles.extra}>{children}</span>
        <IconButton
          icon={isLarge ? 'minus' : 'expand'}
          label={t(isLarge ? 'smaller' : 'fullscreen')}
          aria-pressed={isLarge}
          onClick={() => setLarge(toggleLarge(!isLarge))}
        />
        <IconButton
          icon="close"
          label={t('leaveGame')}
          onClick={() => {
            toggleLarge(false)
            dropReturnGame()
            onLeave()
          }}
        />
      </SessionStrip>
    </section>
  )
}

function useActiveAccount(mode: PlayMode) {
  const { data } = useApi('GET /api/wallet/accounts', undefined, { enabled: mode === 'real' })
  // A real-money launch needs a currency, so it waits for the accounts.
  return {
    account: mode === 'real' ? data?.find(({ status }) => status === 1) : undefined,
    isKnown: mode === 'demo' || data !== undefined,
  }
}

function changeOf(news: GameNews): Partial<Told> {
  switch (news.type) {
    case 'fairhouse:ready':
      return { isReady: true, hasEnded: false }
    case 'fairhouse:balance':
      return { balance: { amount: news.balance, currency: news.currency }, isReady: true }
    case 'fairhouse:round-started':
      return { isInRound: true, lacksFunds: false }
    case 'fairhouse:round-ended':
      return { isInRound: false, balance: { amount: news.balance, currency: news.currency } }
    case 'fairhouse:insufficient-funds':
      return { isInRound: false, lacksFunds: true }
    case 'fairhouse:session-ended':
      return { isInRound: false, hasEnded: true }
  }
}

/** Leaving a real-money game other than by its own button keeps a link back to it. */
function useWayBack(mode: PlayMode, isOpen: boolean): void {
  const { pathname } = usePlace().page
  useEffect(() => {
    if (mode === 'real' && isOpen) keepReturnGame(pathname)
  }, [mode, isOpen, pathname])
}

/** A modal over the game pauses it, so that nobody plays unseen. */
function usePauseUnderModals(frame: React.RefObject<HTMLIFrameElement | null>): void {
  const isCovered = [...useSearch().keys()].some(isModalKey)
  useEffect(() => {
    askGame(frame, isCovered ? 'fairhouse:pause' : 'fairhouse:resume')
  }, [isCovered, frame])
}

/** Balance changes from elsewhere, such as a deposit, are read between rounds. */
function useFreshBalance(
  frame: React.RefObject<HTMLIFrameElement | null>,
  balance: number | undefined,
  told: Told,
): void {
  const isStale =
    balance !== undefined && told.isReady && !told.isInRound && told.balance !== null && told.balance.amount !== balance
  useEffect(() => {
    if (!isStale) return
    const timer = setTimeout(() => askGame(frame, 'fairhouse:refresh'), 1000)
    return () => clearTimeout(timer)
  }, [isStale, balance, frame])
}

/** The in-page theatre view works everywhere; full screen is used where available. */
function toggleLarge(isLarge: boolean): boolean {
  if (isLarge) void document.documentElement.requestFullscreen?.().catch(() => undefined)
  else if (document.fullscreenElement) void document.exitFullscreen()
  return isLarge
}

function refusalOf(name: string): 'geo-restricted-game' | 'game-limit-reached' | null {
  if (name === 'gameRestricted') return 'geo-restricted-game'
  return name === 'playerExcluded' ? 'game-limit-reached' : null
}

function launchReason(name: string): string {
  return name === 'noActiveAccount' || name === 'currencyNotSupported' ? name : 'launchFailedText'
}
