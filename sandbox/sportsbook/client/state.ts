/** The complete state of the client. */
import type { OddsFormat } from '#contract/settlement/odds-formats.ts'
import type { Background, FreeBet, OddsPolicy, Refusal, SlipLimits, WireBet, WireEvent } from '../wire.ts'
import type { Words } from '../words.ts'
import { readPreferences } from './memory.ts'
import type { Ideas } from './builder-ideas.ts'
import type { Arrangement } from './steady-list.ts'
import type { Places } from './steady-markets.ts'
import { hasRelated, isBuildable, type SlipPick, type Tab } from './slip.ts'

/** `amount` is the typed price of an automatic cash-out. */
export type CashOutChoice = { bet: string; part: number; amount: string; isBusy: boolean; fault: Refusal | null }
export type Period = 'all' | '15' | '60'
export const columns = ['result', 'total', 'handicap'] as const
export type Column = (typeof columns)[number]
export type SlipPhase =
  | { is: 'editing' }
  | { is: 'placing' }
  /** The ids of the bets, in the order of their selections. */
  | { is: 'placed'; bets: string[] }

/** The last quick bet and its result. */
export type QuickBet = { key: string; name: string } & (
  | { is: 'placing' }
  | { is: 'placed'; bet: string }
  | { is: 'refused' }
)

export type State = {
  words: Words
  isReady: boolean
  isOffline: boolean
  /** True while the page has paused the client; no bet is placed then. */
  isPaused: boolean
  path: string
  events: Map<string, WireEvent>
  /** Matches that have left the list; they remain on screen until the list is arranged again. */
  past: Map<string, WireEvent>
  /** The arrangement of the list on screen; null if it is to be arranged again. */
  shown: Arrangement | null
  /** The open match with its markets; null while it is loading. */
  open: WireEvent | null
  isOpenGone: boolean
  /** Where the markets of the open match are shown. */
  places: Places | null
  /** The combinations that the open match offers. */
  ideas: Ideas | null
  /** What is known before the open match; null while it is loading. */
  background: Background | null
  results: WireEvent[] | null
  /** The sportsbook's clock minus this machine's. */
  clockOffset: number
  search: string
  period: Period
  league: string | null
  /** The column of the lists that is shown where there is room for one. */
  column: Column
  marketGroup: string
  session: { currency: string; balance: number; freeBets: FreeBet[] } | null
  /** The free bet that is chosen for the slip. */
  freeBet: string | null
  bets: Map<string, WireBet>
  betsTab: 'open' | 'settled'
  cashOut: CashOutChoice | null
  picks: SlipPick[]
  tab: Tab
  /** The combined selection while the slip's selections are combined; null without a price. */
  builders: Map<string, SlipPick>
  builderFault: string | null
  /** The share that the house keeps of combined selections. */
  keptShare: number | null
  /** True once the player has switched quick bets on since the page was opened. */
  isQuickOn: boolean
  quickStake: string
  quickBet: QuickBet | null
  /** Typed stakes: by selection for singles, `multi`, `system`, `builder`. */
  stakes: Record<string, string>
  system: string
  phase: SlipPhase
  /** What the slip was before a bet that waits, by bet, to restore it if the bet is declined. */
  waiting: Map<string, Pick<State, 'picks' | 'tab' | 'stakes'> & { key: string }>
  /** Limits of each bet that the slip would place, by the same keys as the stakes. */
  limits: Record<string, SlipLimits>
  /** The open bet that the slip changes, and what the slip was before. */
  editing: { bet: string; before: Pick<State, 'picks' | 'tab' | 'stakes'> } | null
  /** The bets that were open when the player entered the list of open bets; they remain in it once they are decided. */
  seenOpen: Set<string>
  faults: Record<string, Refusal>
  isSlipOpen: boolean
  isSettingsOpen: boolean
  format: OddsFormat
  policy: OddsPolicy
  favorites: Set<string>
  /** Prices that have just changed. */
  moves: Map<string, { to: 'up' | 'down'; until: number }>
  announcement: string
  /** The bet whose link has just been copied. */
  copied: string | null
  /** True if selections of a link, or of a bet that is placed again, are no longer offered. */
  isPickGone: boolean
}

export function initialState(path: string): State {
  const { format, policy, favorites, picks, editing, quickStake } = readPreferences()
  return {
    words: (key) => key,
    isReady: false,
    isOffline: false,
    isPaused: false,
    path: path || '/',
    events: new Map(),
    past: new Map(),
    shown: null,
    open: null,
    isOpenGone: false,
    places: null,
    ideas: null,
    background: null,
    results: null,
    clockOffset: 0,
    search: '',
    period: 'all',
    league: null,
    column: 'result',
    marketGroup: 'all',
    session: null,
    freeBet: null,
    bets: new Map(),
    betsTab: 'open',
    cashOut: null,
    picks,
    tab: isBuildable(picks) ? 'builder' : picks.length > 1 && !hasRelated(picks) ? 'multi' : 'singles',
    builders: new Map(),
    builderFault: null,
    keptShare: null,
    isQuickOn: false,
    quickStake,
    quickBet: null,
    stakes: {},
    system: '2',
    phase: { is: 'editing' },
    waiting: new Map(),
    limits: {},
    editing,
    seenOpen: new Set(),
    faults: {},
    isSlipOpen: false,
    isSettingsOpen: false,
    format,
    policy,
    favorites: new Set(favorites),
    moves: new Map(),
    announcement: '',
    copied: null,
    isPickGone: false,
  }
}
