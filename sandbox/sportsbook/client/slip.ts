/** The slip: its selections, its cost and its potential return, by the rules that settle it. */
import { countLines, highestPayout, slipOdds, systems } from '#contract/settlement/settle.ts'
import { builderMarket, maxParts } from '../builder.ts'
import type { BuilderPrice, MarketState, Sport, WireEvent, WireMarket } from '../wire.ts'

/** A selection with the price that the player saw last. */
export type SlipPick = {
  eventId: string
  market: string
  type: string
  line: string | null
  outcome: string
  odds: string
  version: number
  /** The current price, if it differs from the accepted one. */
  changed: string | null
  state: MarketState
  sport: Sport
  home: string
  away: string
  league: string
  startsAt: number
}
export type Tab = 'singles' | 'multi' | 'system' | 'builder'

export const keyOf = ({ eventId, market, outcome }: Pick<SlipPick, 'eventId' | 'market' | 'outcome'>) =>
  `${eventId}/${market}/${outcome}`

export function pickFrom(event: WireEvent, market: WireMarket, outcome: string): SlipPick {
  return {
    eventId: event.id,
    market: market.id,
    type: market.type,
    line: market.line,
    outcome,
    odds: market.odds[outcome]!,
    version: market.version,
    changed: null,
    state: market.state,
    sport: event.sport,
    home: event.home,
    away: event.away,
    league: event.league.name,
    startsAt: event.startsAt,
  }
}

/** Adds or removes a selection. A multi has one per match, so another selection of the same match remains a single. */
export function toggled(picks: SlipPick[], pick: SlipPick, most = 12): SlipPick[] {
  const key = keyOf(pick)
  if (picks.some((each) => keyOf(each) === key)) return picks.filter((each) => keyOf(each) !== key)
  return [...picks, pick].slice(-most)
}

export const hasRelated = (picks: SlipPick[]) => new Set(picks.map(({ eventId }) => eventId)).size < picks.length

/** The selections by match, in the order of their first ones. */
export function byMatch(picks: SlipPick[]): Map<string, SlipPick[]> {
  const groups = new Map<string, SlipPick[]>()
  for (const pick of picks) groups.set(pick.eventId, [...(groups.get(pick.eventId) ?? []), pick])
  return groups
}

/**
 * Selections that the bet builder may combine: several of a match become one, and those of different matches are
 * multiplied.
 */
export const isBuildable = (picks: SlipPick[]): boolean =>
  hasRelated(picks) && [...byMatch(picks).values()].every((group) => group.length === 1 || isOneSelection(group))

function isOneSelection(group: SlipPick[]): boolean {
  const areMarketsDifferent = new Set(group.map(({ market }) => market)).size === group.length
  return areMarketsDifferent && group[0]!.sport === 'football' && group.length <= maxParts
}

/** The single selection that combined selections of a match form. */
export function builderPick([first]: SlipPick[], { code, odds, version, state }: BuilderPrice): SlipPick | null {
  const combined = { market: builderMarket, type: builderMarket, line: null, outcome: code, changed: null }
  return first && odds !== null ? { ...first, ...combined, odds, version, state } : null
}

export const currentOdds = ({ odds, changed }: SlipPick) => changed ?? odds

/** The combined odds in thousandths. */
export const totalOdds = (picks: SlipPick[]): bigint =>
  slipOdds({
    kind: picks.length === 1 ? 'single' : 'accumulator',
    systemSizes: [],
    isEachWay: false,
    legs: picks.map((pick) => ({ odds: currentOdds(pick) })),
  })

type Systems = keyof typeof systems
/** Named systems for this number of selections, then plain combinations such as 2 of 4. */
export function systemsFor(count: number): Array<{ id: string; name: Systems | null; sizes: number[] }> {
  const named = Object.entries(systems)
    .filter(([, { legs }]) => legs === count)
    .map(([name, { sizes }]) => ({ id: name, name: name as Systems, sizes: [...sizes] }))
  const plain = Array.from({ length: Math.max(0, count - 2) }, (_, index) => index + 2).map((size) => ({
    id: `${size}`,
    name: null,
    sizes: [size],
  }))
  return [...plain, ...named]
}

type Bet = { kind: 'single' | 'accumulator' | 'system'; systemSizes: number[] }

export function returnOf(bet: Bet, picks: SlipPick[], stake: number): number {
  const legs = picks.map((pick) => ({ odds: currentOdds(pick) }))
  return Number(highestPayout({ ...bet, isEachWay: false, legs, stake: BigInt(stake) }))
}

export const linesOf = (bet: Bet, picks: { length: number }) =>
  Number(countLines({ ...bet, isEachWay: false, legs: picks }))
