/** A running game with its frame, notices and session bar, or as the mini player on other pages. */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import type { GameDetails } from '#contract/games.ts'
import { useApi } from '../../api/use-api.ts'
import { IconButton } from '../../design/button/button.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { showToast } from '../../design/toast/toast-store.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { NotLoaded, optional } from '../../render/optional.tsx'
import { useNavigator } from '../../render/router.tsx'
import { useInBrowser } from '../../render/use-in-browser.ts'
import { HelpLink } from '../help/help-link.tsx'
import { sideStakeIn } from '../jackpots/side-stake.ts'
import { useShownAccount } from '../wallet/held-balance.ts'
import { useAccountsAt } from './accounts-at.ts'
import { useFrameLink } from './frame-link.ts'
import { MiniPlayer } from './mini-player.tsx'
import { OpenRoundNotice } from './open-round-notice.tsx'
import { BonusLine, bonusPanelId, FreeSpinsLine, RealityCheckLine, SpinsWaitingLine } from './play-line.tsx'
import { reportedAfter, useReported } from './reported.ts'
import { dropReturnGame } from './return-game.ts'
import { SessionBar } from './session-bar.tsx'
import { StageActions } from './stage-actions.tsx'
import {
  sendChoices,
  rememberChoice,
  toggleLarge,
  useFreshBalance,
  useMini,
  usePause,
  usePlayAccounts,
  useRefusal,
  useRounds,
  useSharedRounds,
  useStakeLimit,
  useTheme,
  useReturnLink,
} from './stage-effects.ts'
import { FreeSpinsSummary, OutOfFunds } from './stage-panels.tsx'
import { StagePopover } from './stage-popover.tsx'
import { StageScreen } from './stage-screen.tsx'
import { type PlayMode, useLaunch } from './use-launch.ts'
import { usePlayFunds } from './use-play-funds.ts'
import { usePlaySession } from './use-play-session.ts'
import { useRealityCheck } from './use-reality-check.ts'
import styles from './game-stage.module.css'

const statisticsId = 'play-statistics'
const Statistics = optional(() => import('./statistics.tsx'), NotLoaded)
const BonusPanel = optional(() => import('./bonus-panel.tsx'), NotLoaded)
const JackpotStrip = optional(() => import('../jackpots/jackpot-strip.tsx'))
const QuestStrip = optional(() => import('../quests/quest-strip.tsx'))
const PlaceStrip = optional(() => import('../tournaments/place-strip.tsx'))

type StageProps = {
  game: GameDetails
  mode: PlayMode
  /** On other pages the game continues as the mini player, in which no new round can begin. */
  isMini: boolean
  onLeave: () => void
  children?: ReactNode
}

export function GameStage({ game, mode, isMini, onLeave, children }: StageProps) {
  const t = useLabels('games')
  const locale = useLocale()
  const navigator = useNavigator()
  const client = useQueryClient()
  // The server does not wait for the lines.
  const isInBrowser = useInBrowser()
  const [attempt, setAttempt] = useState(0)
  const [isCashChosen, setCashChosen] = useState(false)
  const [isEnlarged, setLarge] = useState(false)
  const isLarge = isEnlarged && !isMini
  const { accounts, readAt, account, isKnown } = usePlayAccounts(mode)
  const accountsBefore = useAccountsAt({ accounts, at: readAt })
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
  const { reported, update } = useReported(url)
  const { isReady, isInRound, lacks, hasEnded } = reported
  const playing = usePlayFunds({ game, currency: account?.currency, funds: launch?.funds })
  const session = usePlaySession(account?.currency, url !== undefined && mode === 'real')
  const playerId = useApi('GET /api/player/profile', undefined, { enabled: mode === 'real' }).data?.id
  const seat = { gameId: game.id, mode, currency: account?.currency, playerId }
  const rounds = useRounds(seat, url, isInRound)
  useRefusal(error?.name, game.id, onLeave)
  const relaunch = (withCash = isCashChosen) => {
    setCashChosen(withCash)
    setAttempt(attempt + 1)
  }
  const check = useRealityCheck({
    gameId: game.id,
    isPlaying: mode === 'real' && (url !== undefined || error?.name === 'realityCheckDue'),
    isInRound,
    refusal: error?.name,
    onAgain: () => relaunch(),
  })
  const enlarge = () => setLarge(toggleLarge(!isLarge))

  const followShared = useSharedRounds(url)
  const { frame, post } = useFrameLink(url, (message, answer) => {
    update((before) => reportedAfter(before, message))
    rememberChoice(seat, message)
    switch (message.type) {
      case 'ready':
        return sendChoices(answer, seat, { currency: message.currency, isLocked: playing.spins !== undefined })
      case 'round-started':
        rounds.current?.begin(accountsBefore(message.at), {
          ...message,
          sideStake: sideStakeIn(client, message.currency),
        })
        return answer({ type: 'round-noted', playId: message.playId })
      case 'round-step':
        return rounds.current?.extend(message.playId)
      case 'round-ended':
        rounds.current?.end(message.playId, message.roundId === undefined ? undefined : message.net)
        session.refresh()
        check.afterRound(message.roundId !== undefined)
        return playing.refresh()
      case 'free-spins-ended':
        return playing.refresh()
      case 'full-screen':
        return enlarge()
      case 'follow-rounds':
        return followShared(game.id, answer)
      case 'open-search':
        return void navigator.go('/?search=#search')
      default:
    }
  })
  const { spins, bonus, bonusPercent, waiting } = playing
  const isExcluded = bonusPercent === 0
  const areSpinsOver = spins !== undefined && !isInRound && (spins.used >= spins.total || reported.areSpinsOver)
  usePause(post, isReady, areSpinsOver || isMini)
  useTheme(post)
  useReturnLink(game.id, mode, url !== undefined)
  useMini(isMini, error !== null || hasEnded, { shrink: () => setLarge(toggleLarge(false)), close: onLeave })
  useFreshBalance(post, account?.balance, reported)
  // The maximum stake of a bonus applies to every game, also to excluded ones (decision 23).
  useStakeLimit(post, isReady, bonus?.maxBetAmount ?? 0)

  const balance =
    mode === 'demo' ? reported.balance : shown ? { amount: shown.balance, currency: shown.currency } : null
  const leave = () => {
    toggleLarge(false)
    dropReturnGame()
    const left = mode === 'real' && spins ? spins.total - spins.used : 0
    if (left > 0) showToast({ type: 'info', title: t('freeSpinsStay', { count: left }), description: undefined })
    onLeave()
  }
  const lowest = game.stakes.find(({ currency }) => currency === account?.currency)?.min ?? 0
  const stakeable = shown ? shown.balance - (isExcluded ? shown.bonusBalance : 0) : 0
  const affordable = stakeable >= lowest && stakeable > 0 ? stakeable : null
  // The notice does not wait for a press that the game would refuse.
  const canStake = isInRound || spins !== undefined || waiting > 0 || affordable !== null
  const missing =
    lacks ?? (isReady && shown && lowest > 0 && !canStake ? { needed: lowest, currency: shown.currency } : null)
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
          <HelpLink className={styles.menu} />
          <button type="button" className={styles.menu} popoverTarget="drawer" aria-label={t('menu')}>
            <Icon name="menu" />
          </button>
        </header>
      )}
      <StageScreen
        name={game.name}
        frame={frame}
        url={url}
        isReady={isReady}
        refusal={error?.name}
        hasEnded={hasEnded}
        isMini={isMini}
        onAgain={() => relaunch()}
      >
        {areSpinsOver && <FreeSpinsSummary progress={spins} onCash={() => relaunch(true)} onLeave={leave} />}
      </StageScreen>
      {!isMini && (
        <div className={styles.foot}>
          {missing && mode === 'real' && (
            <OutOfFunds
              {...missing}
              affordable={affordable}
              demo={game.hasDemo ? `/games/${game.id}?play=demo` : undefined}
              onLower={() => {
                post({ type: 'preferred-stake', stake: affordable ?? lowest })
                update((before) => ({ ...before, lacks: null }))
              }}
            />
          )}
          {/* The lines have their room before the game is shown, so that none of them moves it. */}
          {mode === 'real' && error === null && (
            <div className={styles.progress}>
              {isInBrowser ? (
                <Suspense fallback={<div className={styles.line} />}>
                  <PlaceStrip gameId={game.id} rounds={session.data?.statistics.rounds ?? 0} />
                  <QuestStrip gameId={game.id} />
                </Suspense>
              ) : (
                <div className={styles.line} />
              )}
            </div>
          )}
          {mode === 'real' && error === null && (
            <Suspense fallback={<div className={styles.line} data-jackpot="" />}>
              {isInBrowser ? (
                <JackpotStrip
                  currency={account?.currency}
                  rtp={game.rtp}
                  stake={spins && !areSpinsOver ? null : reported.stake}
                />
              ) : (
                <div className={styles.line} data-jackpot="" />
              )}
            </Suspense>
          )}
          {/* The key makes it read open rounds again after a change of currency. */}
          {account && (
            <OpenRoundNotice
              key={account.currency}
              gameId={game.id}
              currency={account.currency}
              isInRound={isInRound}
            />
          )}
          <SessionBar
            mode={mode}
            balance={balance}
            session={session.data}
            statisticsId={statisticsId}
            playing={
              spins ? (
                <FreeSpinsLine progress={spins} onCash={() => relaunch(true)} isLocked={isInRound} />
              ) : waiting > 0 ? (
                <SpinsWaitingLine left={waiting} onSpins={() => relaunch(false)} isLocked={isInRound} />
              ) : bonus && shown ? (
                <BonusLine bonus={bonus} percent={bonusPercent} account={shown} />
              ) : check.secondsLeft !== null ? (
                <RealityCheckLine secondsLeft={check.secondsLeft} />
              ) : undefined
            }
          >
            <StageActions gameId={game.id} mode={mode} isLarge={isLarge} onEnlarge={enlarge} onLeave={leave}>
              {children}
            </StageActions>
          </SessionBar>
        </div>
      )}
      {!isMini && session.data && (
        <StagePopover id={statisticsId}>
          <Statistics session={session.data} gameId={game.id} />
        </StagePopover>
      )}
      {!isMini && bonus && shown && (
        <StagePopover id={bonusPanelId}>
          <BonusPanel bonus={bonus} percent={bonusPercent} account={shown} />
        </StagePopover>
      )}
    </section>
  )
}
