/** The stage of a running game: the frame, what concerns its play, and the session bar. */
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import type { GameDetails } from '#contract/games.ts'
import type { FromGame, FromPage } from '#contract/stage-messages.ts'
import { useApi } from '../../api/use-api.ts'
import { Button, buttonClass, IconButton } from '../../design/button/button.tsx'
import { Empty } from '../../design/empty/empty.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { Spinner } from '../../design/spinner/spinner.tsx'
import { showToast } from '../../design/toast/toast-store.ts'
import { isModalKey } from '../../modals.ts'
import { ModalLink, openModal } from '../../modals/use-modal.tsx'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { useLocalePath, useNavigator, useSearch } from '../../render/router.tsx'
import { followRounds, type RoundAnnouncer, useShownAccount } from '../wallet/held-balance.ts'
import { type Choices, readChoices, stakeKey, withStake, writeChoices } from './choices.ts'
import { useFrameLink } from './frame-link.ts'
import { frameRights } from './frame-rights.ts'
import { BonusLine, FreeSpinsLine, SpinsWaitingLine } from './play-line.tsx'
import { MiniPlayer } from './mini-player.tsx'
import { dropReturnGame, keepReturnGame } from './return-game.ts'
import { SessionBar } from './session-bar.tsx'
import { FreeSpinsSummary, OutOfFunds } from './stage-panels.tsx'
import { type PlayMode, shownTheme, useLaunch } from './use-launch.ts'
import { usePlayFunds } from './use-play-funds.ts'
import styles from './game-stage.module.css'

type Reported = {
  /** Of demo money; real money is the ledger's. */
  balance: { amount: number; currency: string } | null
  isReady: boolean
  isInRound: boolean
  lacks: { needed: number; currency: string } | null
  hasEnded: boolean
  areSpinsOver: boolean
}
const nothing: Reported = {
  balance: null,
  isReady: false,
  isInRound: false,
  lacks: null,
  hasEnded: false,
  areSpinsOver: false,
}
const statisticsId = 'play-statistics'
const Statistics = lazy(() => import('./statistics.tsx'))

/** Where the game is unavailable, the explanation replaces the stage. */
function useRefusal(
  modal: 'geo-restricted-game' | 'game-limit-reached' | null,
  gameId: string,
  onLeave: () => void,
): void {
  const navigator = useNavigator()
  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  useEffect(() => {
    if (!modal) return
    leave.current()
    openModal(navigator, modal, gameId)
  }, [modal, gameId, navigator])
}

type StageProps = {
  game: GameDetails
  mode: PlayMode
  /** On other pages the game goes on as a small picture; nothing new begins in it. */
  isMini: boolean
  onLeave: () => void
  children?: ReactNode
}

export function GameStage({ game, mode, isMini, onLeave, children }: StageProps) {
  const t = useLabels('games')
  const locale = useLocale()
  const navigator = useNavigator()
  const [attempt, setAttempt] = useState(0)
  const [isCashChosen, setCashChosen] = useState(false)
  const [reported, setReported] = useState<Reported>(nothing)
  const [isEnlarged, setLarge] = useState(false)
  const isLarge = isEnlarged && !isMini
  const { account, isKnown } = useActiveAccount(mode)
  const shown = useShownAccount(account)
  const { launch, error } = useLaunch({
    gameId: game.id,
    mode,
    currency: account?.currency,
    locale,
    attempt,
    isCashChosen,
    isEnabled: isKnown,
  })
  const url = launch?.url
  const playing = usePlayFunds({ gameId: game.id, currency: account?.currency, funds: launch?.funds })
  const session = usePlaySession(account?.currency, url !== undefined && mode === 'real')
  const rounds = useRounds(mode)
  useRefusal(error ? refusalOf(error.name) : null, game.id, onLeave)
  const again = (withCash = isCashChosen) => {
    setReported(nothing)
    setCashChosen(withCash)
    setAttempt(attempt + 1)
  }
  const enlarge = () => setLarge(toggleLarge(!isLarge))

  const { frame, post } = useFrameLink(url, (message, answer) => {
    setReported((before) => ({ ...before, ...changeOf(message) }))
    remember(game.id, message)
    switch (message.type) {
      case 'ready':
        return greet(answer, { game, currency: message.currency, isLocked: playing.spins !== undefined })
      case 'round-started':
        return rounds.current?.begin({
          playId: message.playId,
          currency: message.currency,
          balance: Math.max(0, (shown?.balance ?? message.stake) - message.stake),
        })
      case 'round-step':
        return rounds.current?.extend(message.playId)
      case 'round-ended':
        rounds.current?.end(message.playId)
        session.refresh()
        return playing.refresh()
      case 'free-spins-ended':
        return playing.refresh()
      case 'full-screen':
        return enlarge()
      case 'open-search':
        return void navigator.go('/?search=#search')
      default:
    }
  })
  const { spins, bonus, isExcluded, waiting } = playing
  const areSpinsOver =
    spins !== undefined && !reported.isInRound && (spins.used >= spins.total || reported.areSpinsOver)
  usePause(post, reported.isReady, areSpinsOver || isMini)
  useTheme(post)
  useWayBack(game.id, mode, !error)
  useMini(isMini, error !== null || reported.hasEnded, { shrink: () => setLarge(toggleLarge(false)), close: onLeave })
  useFreshBalance(post, account?.balance, reported)
  useStakeLimit(post, reported.isReady, isExcluded ? 0 : (bonus?.maxBetAmount ?? 0))

  const balance =
    mode === 'demo' ? reported.balance : shown ? { amount: shown.balance, currency: shown.currency } : null
  const leave = () => {
    toggleLarge(false)
    dropReturnGame()
    if (mode === 'real') sayWhatStays(t, reported.isInRound, spins)
    onLeave()
  }
  const lowest = game.stakes.find(({ currency }) => currency === account?.currency)?.min ?? 0
  const affordable = account && account.balance >= lowest ? account.balance : null
  return (
    <section
      className={styles.stage}
      data-playing={isMini ? undefined : mode}
      data-mini={isMini ? mode : undefined}
      data-large={isLarge || undefined}
      aria-label={game.name}
    >
      {isMini ? (
        <MiniPlayer game={game} mode={mode} balance={balance} onClose={leave} />
      ) : (
        <header className={styles.top}>
          <IconButton icon="arrow-left" label={t('leaveGame')} onClick={leave} />
          <p className={styles.name}>{game.name}</p>
          <button type="button" className={styles.menu} popoverTarget="drawer" aria-label={t('menu')}>
            <Icon name="menu" />
          </button>
        </header>
      )}
      <div className={styles.screen} inert={isMini}>
        {!error && !reported.hasEnded && !reported.isReady && (
          <span className={styles.loading}>
            <Spinner size={32} />
          </span>
        )}
        {url && !reported.hasEnded && (
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
        {areSpinsOver && <FreeSpinsSummary progress={spins} onCash={() => again(true)} onLeave={leave} />}
        {(error || reported.hasEnded) && (
          <Empty
            icon="alert"
            title={t(error ? 'launchFailed' : 'sessionEnded')}
            action={
              <Button tone="primary" onClick={() => again()}>
                {t('openAgain')}
              </Button>
            }
          >
            {t(error ? launchReason(error.name) : 'sessionEndedText')}
          </Empty>
        )}
      </div>
      {!isMini && (
        <div className={styles.foot}>
          {reported.lacks && mode === 'real' && (
            <OutOfFunds
              {...reported.lacks}
              affordable={affordable}
              onLower={() => {
                post({ type: 'preferred-stake', stake: affordable ?? lowest })
                setReported((before) => ({ ...before, lacks: null }))
              }}
            />
          )}
          <SessionBar
            mode={mode}
            balance={balance}
            session={session.data}
            statisticsId={statisticsId}
            playing={
              spins ? (
                <FreeSpinsLine progress={spins} onCash={() => again(true)} isLocked={reported.isInRound} />
              ) : waiting > 0 ? (
                <SpinsWaitingLine left={waiting} onSpins={() => again(false)} isLocked={reported.isInRound} />
              ) : bonus ? (
                <BonusLine bonus={bonus} isExcluded={isExcluded} />
              ) : undefined
            }
          >
            {mode === 'demo' ? (
              <ModalLink modal="demo-game" value={game.id} className={buttonClass} data-tone="primary" data-size="s">
                {t('playReal')}
              </ModalLink>
            ) : (
              <ModalLink
                modal="wallet"
                value="deposit"
                className={`${buttonClass} ${styles.deposit}`}
                data-tone="primary"
                data-size="s"
                aria-label={t('deposit')}
              >
                <Icon name="plus" size={16} />
                <span className={styles.word}>{t('deposit')}</span>
              </ModalLink>
            )}
            <span className={styles.extra}>{children}</span>
            <span className={styles.extra}>
              <IconButton
                icon={isLarge ? 'minus' : 'expand'}
                label={t(isLarge ? 'smaller' : 'fullscreen')}
                aria-pressed={isLarge}
                onClick={enlarge}
              />
            </span>
            <span className={styles.leave}>
              <IconButton icon="close" label={t('leaveGame')} onClick={leave} />
            </span>
          </SessionBar>
        </div>
      )}
      {!isMini && session.data && (
        <Suspense>
          <Statistics id={statisticsId} session={session.data} />
        </Suspense>
      )}
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

/** Read anew when a round has ended, never by a push: it would tell the result before the game does. */
function usePlaySession(currency: string | undefined, isLaunched: boolean) {
  const { data, refetch } = useApi(
    'GET /api/game/play-session',
    { query: { currency: currency ?? '' } },
    { enabled: isLaunched && currency !== undefined, retry: false, refetchOnWindowFocus: false },
  )
  return { data, refresh: () => void refetch() }
}

/** The rounds of this stage, told to the balances of this page and of the player's other game pages. */
function useRounds(mode: PlayMode) {
  const playerId = useApi('GET /api/player/profile', undefined, { enabled: mode === 'real' }).data?.id
  const rounds = useRef<RoundAnnouncer | null>(null)
  useEffect(() => {
    if (mode !== 'real' || !playerId) return
    const followed = followRounds(playerId)
    rounds.current = followed
    return () => {
      rounds.current = null
      followed.close()
    }
  }, [mode, playerId])
  return rounds
}

function changeOf(message: FromGame): Partial<Reported> {
  switch (message.type) {
    case 'ready':
      return {
        isReady: true,
        hasEnded: false,
        balance: { amount: message.balance, currency: message.currency },
      }
    case 'balance':
      return { balance: { amount: message.balance, currency: message.currency } }
    case 'round-started':
      return { isInRound: true, lacks: null }
    case 'round-ended':
      return { isInRound: false, balance: { amount: message.balance, currency: message.currency } }
    case 'stake-changed':
      return { lacks: null }
    case 'insufficient-funds':
      return { isInRound: false, lacks: { needed: message.needed, currency: message.currency } }
    case 'free-spins-ended':
      return { isInRound: false, areSpinsOver: true }
    case 'session-ended':
      return { isInRound: false, hasEnded: true }
    default:
      return {}
  }
}

const store = () => (typeof localStorage === 'undefined' ? undefined : localStorage)

/** Choices made in the game, which cannot keep them itself: its origin is opaque. */
function remember(gameId: string, message: FromGame): void {
  const keep = (change: (choices: Choices) => Choices) => writeChoices(store(), change)
  if (message.type === 'stake-changed')
    keep((choices) => withStake(choices, stakeKey(gameId, message.currency), message.stake))
  else if (message.type === 'sound-changed') keep((choices) => ({ ...choices, sound: message.isOn }))
  else if (message.type === 'quick-results-changed') keep((choices) => ({ ...choices, quick: message.isOn }))
}

type Greeting = { game: GameDetails; currency: string; isLocked: boolean }

/** What a game that has just opened must know of this page and its player. */
function greet(post: (message: FromPage) => void, { game, currency, isLocked }: Greeting): void {
  const { sound, quick, stakes } = readChoices(store())
  const stake = stakes[stakeKey(game.id, currency)]
  if (sound) post({ type: 'sound', isOn: true })
  if (quick) post({ type: 'quick-results', isOn: true })
  if (stake && !isLocked) post({ type: 'preferred-stake', stake })
}

/** Leaving a real-money game other than by its own button keeps a link back to it. */
function useWayBack(gameId: string, mode: PlayMode, isOpen: boolean): void {
  const pathname = useLocalePath()(`/games/${gameId}`)
  useEffect(() => {
    if (mode === 'real' && isOpen) keepReturnGame(pathname)
  }, [mode, isOpen, pathname])
}

type MiniActions = { shrink: () => void; close: () => void }

/** The mini player is never full screen, and closes where there is nothing to go back to. */
function useMini(isMini: boolean, isOver: boolean, actions: MiniActions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    if (isMini) latest.current.shrink()
  }, [isMini])
  useEffect(() => {
    if (isMini && isOver) latest.current.close()
  }, [isMini, isOver])
}

/** What covers the game pauses it, so that nobody plays unseen. */
function usePause(post: (message: FromPage) => void, isReady: boolean, isCovered: boolean): void {
  const hasModal = [...useSearch().keys()].some(isModalKey)
  const isPaused = hasModal || isCovered
  useEffect(() => {
    if (isReady) post({ type: isPaused ? 'pause' : 'resume' })
  }, [isPaused, isReady, post])
}

/** The game's panels follow the page's theme. */
function useTheme(post: (message: FromPage) => void): void {
  useEffect(() => {
    const watch = new MutationObserver(() => post({ type: 'theme', theme: shownTheme() }))
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => watch.disconnect()
  }, [post])
}

/** An active bonus limits the stake before it is pressed. */
function useStakeLimit(post: (message: FromPage) => void, isReady: boolean, limit: number): void {
  useEffect(() => {
    if (isReady) post({ type: 'stake-limit', limit })
  }, [post, isReady, limit])
}

/** Balance changes from elsewhere, such as a deposit, are read between rounds. */
function useFreshBalance(
  post: (message: FromPage) => void,
  balance: number | undefined,
  { isReady, isInRound, balance: known }: Reported,
): void {
  const isStale = balance !== undefined && isReady && !isInRound && known !== null && known.amount !== balance
  useEffect(() => {
    if (!isStale) return
    const timer = setTimeout(() => post({ type: 'refresh-balance' }), 1000)
    return () => clearTimeout(timer)
  }, [isStale, balance, post])
}

/** Leaving says what stays open. */
function sayWhatStays(
  t: ReturnType<typeof useLabels>,
  isInRound: boolean,
  spins: { used: number; total: number } | undefined,
): void {
  if (isInRound) showToast({ type: 'info', title: t('roundGoesOn'), description: t('roundGoesOnText') })
  const left = spins ? spins.total - spins.used : 0
  if (left > 0) showToast({ type: 'info', title: t('freeSpinsStay', { count: left }), description: undefined })
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
