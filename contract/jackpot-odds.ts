/**
 * The odds of jackpots, which follow exactly from the pots, and the check of their draws; the same code runs on the server
 * and in the browser.
 */
import type { JackpotTerms, Ticket } from './jackpots.ts'

export const jackpotLevels = ['mini', 'major', 'grand'] as const
export type JackpotLevel = (typeof jackpotLevels)[number]

/** A fraction of whole numbers, as exact as the odds. */
export type Ratio = { of: bigint; from: bigint }

/** The chance that the next side stake wins a level: certain when its pot could otherwise exceed the cap. */
export function chanceOf({ pot, cap, contribution }: { pot: number; cap: number; contribution: number }): Ratio {
  const [of, from] = [BigInt(contribution), BigInt(cap - pot)]
  return of < from ? { of, from } : { of: 1n, from: 1n }
}

/** The average that the next side stake wins at the present pots, as a part of it. */
export function returnOfTicket({ sideStake, levels }: JackpotTerms): Ratio {
  return over(
    sideStake,
    levels.map((level) => {
      const { of, from } = chanceOf(level)
      return { of: of * BigInt(level.pot + level.contribution), from }
    }),
  )
}

/**
 * The average over all pots: each of the N = (cap - seed) / contribution side stakes of a pot is equally likely to win
 * it, so that it costs (N + 1) / 2 of them and pays seed + contribution * (N + 1) / 2.
 */
export function returnOverTime({
  sideStake,
  levels,
}: {
  sideStake: number
  levels: Array<Omit<JackpotTerms['levels'][number], 'pot' | 'wins' | 'level'>>
}): Ratio {
  return over(
    sideStake,
    levels.map(({ seed, cap, contribution }) => {
      const turns = BigInt(cap - seed) / BigInt(contribution) + 1n
      return { of: BigInt(contribution) * turns + 2n * BigInt(seed), from: turns }
    }),
  )
}

function over(sideStake: number, parts: Ratio[]): Ratio {
  const sum = parts.reduce((one, other) => ({
    of: one.of * other.from + other.of * one.from,
    from: one.from * other.from,
  }))
  return { of: sum.of, from: sum.from * BigInt(sideStake) }
}

/**
 * What a round of a game and its side stake pay back together on average, as a part of both. `rtp` is the game's, in
 * percent with at most four decimals.
 */
export function returnTogether({ rtp, stake }: { rtp: number; stake: number }, terms: JackpotTerms): Ratio {
  const { of, from } = returnOfTicket(terms)
  const [all, scale] = [BigInt(stake + terms.sideStake), 1_000_000n]
  const game = BigInt(Math.round(rtp * 10_000)) * BigInt(stake)
  return { of: game * from + of * BigInt(terms.sideStake) * scale, from: scale * from * all }
}

/** In percent, cut after four decimals. */
export function percentOf({ of, from }: Ratio): number {
  return Number((of * 1_000_000n) / from) / 10_000
}

/** Whether a drawn ticket is what the seeds of its pair and the terms of its jackpot determine. */
export async function checkTicket(
  { serverSeed, clientSeed }: { serverSeed: string; clientSeed: string },
  { nonce, pots, drawn, won }: NonNullable<Ticket['draw']>,
  { levels }: Pick<JackpotTerms, 'levels'>,
): Promise<boolean> {
  const expected = await Promise.all(
    levels.map(async ({ level, cap, contribution }, place) => {
      const span = BigInt(cap - pots[place]!)
      const number = await drawnNumber(serverSeed, `${clientSeed}:${nonce}:${level}`, span)
      const prize = number < BigInt(contribution) ? pots[place]! + contribution : 0
      return number === BigInt(drawn[place]!) && prize === won[place]
    }),
  )
  return expected.every(Boolean)
}

const highest = 2n ** 63n - 1n

/**
 * A number from 0 to span - 1, each exactly equally likely: words of 63 bits of HMAC-SHA256 are taken until one lies below
 * the largest multiple of the span. The same as `jackpots.drawn_number` in the database.
 */
export async function drawnNumber(serverSeed: string, message: string, span: bigint): Promise<bigint> {
  const text = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', text.encode(serverSeed), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  for (let block = 0; ; block++) {
    const digest = new DataView(await crypto.subtle.sign('HMAC', key, text.encode(`${message}:${block}`)))
    for (let at = 0; at < 32; at += 8) {
      const word = digest.getBigUint64(at) & highest
      if (word < highest - (highest % span)) return word % span
    }
  }
}

/** The game of a pair's place (`placeOf` in seed-pair.ts). */
export const placeName = (jackpotId: string): string => `jackpot:${jackpotId}`

/** What a player of a closed jackpot gets: the tickets that count were drawn in these days before it was closed. */
export const sharedDays = 30
