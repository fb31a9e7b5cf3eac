/**
 * Returns what the game page needs to open: game, odds, stakes, balance, commitment, and the unfinished round, if any.
 */
import { sql } from 'kysely'
import { directionOf } from '#contract/locales.ts'
import { computeFigures, type GameFigures, readFigures } from '../figures.ts'
import type { StudioRound, StudioSession } from '../studio-api.ts'
import { type GameMaths, isFloor, isStepped } from '../maths.ts'
import { isShared } from '../shared.ts'
import { gameWords } from '../words.ts'
import { balanceOf } from './balance.ts'
import { studioCurrencies } from './currencies.ts'
import type { StudioParts } from './parts.ts'
import { mathsOfRound, readRound, type RoundRow, type StoredRound, toStudioRound } from './round-row.ts'
import { seatOf, type Seated } from './seat.ts'
import { openSeeds, toFairness } from './seeds.ts'
import { progressOf } from './stepped-round.ts'

/** `clientSeed` is used if the first pair has to be opened. */
export async function readSession(parts: StudioParts, seated: Seated, clientSeed?: string): Promise<StudioSession> {
  const { launch, stakes } = seated
  const last = await lastRound(parts, seated)
  const { maths, figures } = shownMaths(seated, last)
  const { name, description, rules } = gameWords(maths.slug, launch.locale)
  const currency = studioCurrencies.get(launch.currency)!
  return {
    game: {
      slug: maths.slug,
      kind: maths.kind,
      name,
      description,
      rules,
      mathsVersion: maths.version,
      mathsHash: figures.mathsHash,
      rtp: figures.rtp,
      rtpLowest: figures.rtpLowest,
      rtpHighest: figures.rtpHighest,
      hitRate: figures.hitRate,
      maxWinMultiplier: figures.maxWinMultiplier,
      maxWinOneIn: figures.maxWinOneIn,
      volatility: maths.volatility,
      cycleMs: parts.cycleMs(maths.kind),
    },
    definition: definitionOf(maths, stakes.default),
    mode: launch.mode,
    locale: launch.locale,
    direction: directionOf(launch.locale),
    theme: launch.theme,
    currency: {
      code: currency.code,
      subunitToUnit: currency.subunitToUnit,
      symbol: currency.symbol,
      display: currency.display,
    },
    stakes,
    freeSpins: launch.freeSpins ?? null,
    balance: await balanceOf(parts, seated),
    fairness: toFairness(await openSeeds(parts, seatOf(seated), clientSeed)),
    lastRound: last && toStudioRound(last, await progressOf(parts.db.kysely, last)),
    recentRounds: await recentRounds(parts, seated),
  }
}

/** Shows the version of an open round, under which it continues; the next round is refused until the page reloads. */
function shownMaths({ maths }: Seated, last: RoundRow | null): { maths: GameMaths; figures: GameFigures } {
  if (last?.state !== 'playing' || last.maths_version === maths.version || isShared(maths))
    return { maths, figures: readFigures(maths.slug) }
  const older = mathsOfRound(last)
  return { maths: older, figures: { ...computeFigures(older), mathsHash: last.maths_hash } }
}

export function definitionOf(maths: GameMaths, stake: number): StudioSession['definition'] {
  if (isFloor(maths)) return { kind: 'floor', choice: maths.firstChoice(stake) }
  if (isStepped(maths)) return { kind: 'stepped', stepped: maths.definition }
  return maths.kind === 'slot' ? { kind: 'slot', slot: maths.definition } : { kind: 'dice', dice: maths.definition }
}

async function lastRound(parts: StudioParts, { owner, maths, launch }: Seated): Promise<RoundRow | null> {
  const {
    rows: [row],
  } = await sql<StoredRound>`
    SELECT * FROM studio.rounds WHERE owner = ${owner} AND game = ${maths.slug} AND currency = ${launch.currency} AND state <> 'cancelled'
    ORDER BY created_at DESC LIMIT 1`.execute(parts.db.kysely)
  return row ? readRound(row) : null
}

/** The outcome of a spin can be long, and the strip of results states its multiplier only. */
async function recentRounds(parts: StudioParts, { owner, maths, launch }: Seated): Promise<StudioRound[]> {
  const { rows } = await sql<StoredRound>`
    SELECT id, play_id, state, stake, extra_stake, choice, payout, nonce, created_at,
      CASE WHEN ${maths.kind !== 'slot'} THEN outcome END AS outcome
    FROM studio.rounds WHERE owner = ${owner} AND game = ${maths.slug} AND currency = ${launch.currency} AND state = 'settled'
    ORDER BY created_at DESC LIMIT 20`.execute(parts.db.kysely)
  return rows.map((row) => toStudioRound(readRound(row)))
}
