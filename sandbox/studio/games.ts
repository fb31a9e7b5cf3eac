/**
 * Two small games whose odds can be checked by hand: each has as many equally likely results as choices, one of which
 * pays.
 */
import { randomInt } from 'node:crypto'
import type { ListedGame } from '#studio-sdk/protocol.ts'
import { languages } from './words.ts'

export type Game = {
  code: string
  name: string
  /** The number of equally likely results, whose names are in the studio's texts. */
  choices: number
  /** The payout of a right choice as a fraction of the stake. The return is this divided by the number of choices. */
  pays: { times: number; by: number }
  volatility: ListedGame['volatility']
  category: string
  hue: number
}

export const games: readonly Game[] = [
  {
    code: 'two-moons',
    name: 'Two Moons',
    choices: 2,
    pays: { times: 49, by: 25 },
    volatility: 'low',
    category: 'Instant Games',
    hue: 255,
  },
  {
    code: 'five-lamps',
    name: 'Five Lamps',
    choices: 5,
    pays: { times: 24, by: 5 },
    volatility: 'medium',
    category: 'Instant Games',
    hue: 32,
  },
]

export const findGame = (code: string): Game | undefined => games.find((game) => game.code === code)

/** Draws the index of the result among the choices, all equally likely. */
export const draw = (game: Game): number => randomInt(game.choices)

/** The win in the protocol's amounts, exact at every offered stake. */
export function winOf(game: Game, stake: number, choice: number, result: number): number {
  return choice === result ? (stake * game.pays.times) / game.pays.by : 0
}

/** The stakes by currency, in the protocol's hundred-thousandths: multiples of which each win is a whole amount. */
export const stakes: Record<string, number[]> = {
  EUR: [25_000, 50_000, 100_000, 200_000, 500_000, 1_000_000],
  USD: [25_000, 50_000, 100_000, 200_000, 500_000, 1_000_000],
  BRL: [100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000],
  USDT: [25_000, 50_000, 100_000, 200_000, 500_000, 1_000_000],
  ETH: [1, 2, 5, 10, 20, 50].map((each) => each * 25),
}

export function listedGames(publicUrl: string): ListedGame[] {
  return games.map((game) => ({
    game_code: game.code,
    name: game.name,
    product: 'Lantern Works',
    category: game.category,
    platforms: ['GPL_DESKTOP', 'GPL_MOBILE'],
    url_thumb: `${publicUrl}/art/${game.code}.svg`,
    enabled: true,
    blocked_countries: [],
    currencies: Object.keys(stakes),
    languages: [...languages],
    freebet_support: true,
    demo_game_support: true,
    rtp: ((game.pays.times * 100) / (game.pays.by * game.choices)).toFixed(2),
    volatility: game.volatility,
    max_win_multiplier: game.pays.times / game.pays.by,
    bet_limits: Object.entries(stakes).map(([currency, each]) => ({
      currency,
      min: each[0]!,
      max: each.at(-1)!,
    })),
    release_date: '2026-10-01',
  }))
}
