/** Effects of the stage, which exchange state between game and page. */
import { readStored, writeStored } from '../../device/storage.ts'
import { type RefObject, useEffect, useRef } from 'react'
import type { FromGame, FromPage } from '#contract/stage-messages.ts'
import type { Account } from '#contract/wallet.ts'
import { useApi } from '../../api/use-api.ts'
import { showToast } from '../../design/toast/toast-store.ts'
import { isModalKey } from '../../modals.ts'
import { openModal } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useLocalePath, useNavigator, useSearch } from '../../render/router.tsx'
import { announceRounds, type RoundAnnouncer } from '../wallet/held-balance.ts'
import { type Choices, readChoices, stakeKey, withStake, writeChoices } from './choices.ts'
import type { Reported } from './reported.ts'
import { keepReturnGame } from './return-game.ts'
import { type PlayMode, shownTheme } from './use-launch.ts'

type Post = (message: FromPage) => void

const none: Account[] = []

/** Reads the accounts. A real-money launch needs a currency, so it must wait for them. */
export function usePlayAccounts(mode: PlayMode) {
  const { data, dataUpdatedAt } = useApi('GET /api/wallet/accounts', undefined, { enabled: mode === 'real' })
  const accounts: Account[] = mode === 'real' ? (data ?? none) : none
  return {
    accounts,
    readAt: dataUpdatedAt,
    account: accounts.find(({ status }) => status === 1),
    isKnown: mode === 'demo' || data !== undefined,
  }
}

/** Announces rounds to the balances on this page and in the player's other tabs. */
export function useRounds(
  { mode, playerId }: Pick<Seat, 'mode' | 'playerId'>,
  url: string | undefined,
  isInRound: boolean,
): RefObject<RoundAnnouncer | null> {
  const t = useLabels('games')
  const rounds = useRef<RoundAnnouncer | null>(null)
  useEffect(() => {
    if (mode !== 'real' || !playerId) return
    const announced = announceRounds(playerId)
    rounds.current = announced
    return () => {
      rounds.current = null
      announced.close()
    }
  }, [mode, playerId])
  const latest = useRef({ t, isOpen: false })
  useEffect(() => {
    latest.current = { t, isOpen: mode === 'real' && isInRound }
  })
  // A frame that is closed in the middle of a round reports no end; the studio finishes the round.
  useEffect(
    () => () => {
      rounds.current?.endAll()
      const { t: label, isOpen } = latest.current
      if (isOpen) showToast({ type: 'info', title: label('roundGoesOn'), description: label('roundGoesOnText') })
    },
    [url],
  )
  return rounds
}

/** Leaves the stage and opens a modal with the explanation if the game is unavailable. */
export function useRefusal(refusal: string | undefined, gameId: string, onLeave: () => void): void {
  const navigator = useNavigator()
  const modal = refusal === undefined ? null : modalOf(refusal)
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

function modalOf(refusal: string): 'geo-restricted-game' | 'game-limit-reached' | null {
  if (refusal === 'gameRestricted') return 'geo-restricted-game'
  return refusal === 'playerExcluded' ? 'game-limit-reached' : null
}

const store = {
  getItem: (key: string) => readStored('local', key),
  setItem: (key: string, value: string) => writeStored('local', key, value),
}

/** Whose choices they are: those of another player, in another currency or of demo money are not restored. */
type Seat = { gameId: string; mode: PlayMode; currency: string | undefined; playerId: string | undefined }

/** Stores choices that were made in the game, whose opaque origin prevents it from using storage. */
export function rememberChoice(seat: Seat, message: FromGame): void {
  const { gameId } = seat
  const change = (next: (choices: Choices) => Choices) => writeChoices(store, next)
  if (message.type === 'stake-changed')
    change((choices) => withStake(choices, stakeKey(gameId, message.currency), message.stake))
  else if (message.type === 'sound-changed') change((choices) => ({ ...choices, sound: message.isOn }))
  else if (message.type === 'quick-results-changed') change((choices) => ({ ...choices, quick: message.isOn }))
  else if (message.type === 'choice-kept')
    writeStored('session', keptKey(seat), JSON.stringify([message.name, message.kept]))
}

/** What was chosen in a game and not played, until this tab is closed. */
const keptKey = ({ gameId, mode, currency = '', playerId = '' }: Seat) =>
  ['kept-choice', gameId, ...(mode === 'demo' ? ['demo'] : [currency, playerId])].join(' ')

function sendKeptChoice(post: Post, seat: Seat): void {
  const [name, kept] = readKept(seat)
  if (typeof name === 'string' && typeof kept === 'string') post({ type: 'kept-choice', name, kept })
}

function readKept(seat: Seat): unknown[] {
  try {
    const stored: unknown = JSON.parse(readStored('session', keptKey(seat)) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

/** Sends the player's stored choices to a game that has just opened. `currency` is that of demo money, too. */
export function sendChoices(
  post: Post,
  seat: Seat,
  { currency, isLocked }: { currency: string; isLocked: boolean },
): void {
  const { sound, quick, stakes } = readChoices(store)
  const stake = stakes[stakeKey(seat.gameId, currency)]
  if (sound) post({ type: 'sound', isOn: true })
  if (quick) post({ type: 'quick-results', isOn: true })
  if (stake && !isLocked) post({ type: 'preferred-stake', stake })
  sendKeptChoice(post, seat)
}

/** Stores a link back to an open real-money game. The game's own leave button removes it. */
export function useReturnLink(gameId: string, mode: PlayMode, isOpen: boolean): void {
  const pathname = useLocalePath()(`/games/${gameId}`)
  useEffect(() => {
    if (mode === 'real' && isOpen) keepReturnGame(pathname)
  }, [mode, isOpen, pathname])
}

type MiniActions = { shrink: () => void; close: () => void }

/** Ends full screen when the game becomes the mini player, and closes the mini player when the game is over. */
export function useMini(isMini: boolean, isOver: boolean, actions: MiniActions): void {
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

/** Forwards events of the game's shared rounds, once the frame has requested them. */
export function useSharedRounds(url: string | undefined): (gameId: string, post: Post) => void {
  const stop = useRef<(() => void) | null>(null)
  const currentUrl = useRef<string | undefined>(undefined)
  useEffect(() => {
    currentUrl.current = url
    return () => {
      currentUrl.current = undefined
      stop.current?.()
      stop.current = null
    }
  }, [url])
  return (gameId, post) =>
    void import('./shared-rounds.ts').then(({ forwardRounds }) => {
      if (currentUrl.current === url) stop.current ??= forwardRounds(gameId, post)
    })
}

/** Pauses the game while something covers it, so that no round can be started unseen. */
export function usePause(post: Post, isReady: boolean, isCovered: boolean): void {
  const hasModal = [...useSearch().keys()].some(isModalKey)
  const isPaused = hasModal || isCovered
  useEffect(() => {
    if (isReady) post({ type: isPaused ? 'pause' : 'resume' })
  }, [isPaused, isReady, post])
}

/** Sends the theme of the page to the game. */
export function useTheme(post: Post): void {
  useEffect(() => {
    const watch = new MutationObserver(() => post({ type: 'theme', theme: shownTheme() }))
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => watch.disconnect()
  }, [post])
}

/** Sends the maximum stake of an active bonus to the game, so that it does not offer higher ones. */
export function useStakeLimit(post: Post, isReady: boolean, limit: number): void {
  useEffect(() => {
    if (isReady) post({ type: 'stake-limit', limit })
  }, [post, isReady, limit])
}

/** Makes the game read its balance between rounds after a change from elsewhere, such as a deposit. */
export function useFreshBalance(
  post: Post,
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

/** Enters or leaves full screen if the browser supports it. Otherwise the game only fills the page. */
export function toggleLarge(isLarge: boolean): boolean {
  if (isLarge) void document.documentElement.requestFullscreen?.().catch(() => undefined)
  else if (document.fullscreenElement) void document.exitFullscreen()
  return isLarge
}
