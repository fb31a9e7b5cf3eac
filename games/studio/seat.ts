/** Verifies a launch token and finds its game and stakes. */
import { z } from 'zod'
import { mathsOf } from '../games.ts'
import type { GameMaths } from '../maths.ts'
import { type Launch, readLaunch } from './launch-token.ts'
import type { StudioParts } from './parts.ts'
import type { Seat } from './seeds.ts'
import { type Stakes, stakesFor } from './stakes.ts'

export type Seated = {
  launch: Launch
  token: string
  /** The owner of seeds and rounds: the player's id, or that of the demo session. */ owner: string
  maths: GameMaths
  stakes: Stakes
}

const isUuid = (text: string): boolean => z.uuid().safeParse(text).success

/** Free spins have one fixed stake; if the game does not accept it, the play is refused. */
function stakesOf(maths: GameMaths, { currency, freeSpins }: Launch): Stakes | null {
  const stakes = stakesFor(maths, currency)
  if (!stakes || !freeSpins) return stakes
  const { stake } = freeSpins
  return { unit: stakes.unit, min: stake, max: stake, ladder: [stake], default: stake }
}

function launchKeysOf({ launchKey, former = [] }: StudioParts): string[] {
  return [launchKey, ...former.map((keys) => keys.launchKey)]
}

/** Returns null for a missing, forged or expired token, and for an unknown game or currency. */
export function readSeat(parts: StudioParts, authorization: string | undefined): Seated | null {
  const token = authorization?.match(/^Bearer ([\w.-]{1,2048})$/)?.[1]
  const launch = token ? readLaunch(token, launchKeysOf(parts), parts.clock.now()) : null
  if (!token || !launch) return null
  const maths = mathsOf(launch.game)
  const stakes = maths ? stakesOf(maths, launch) : null
  const owner = launch.mode === 'real' ? launch.playerId : launch.sessionId
  return maths && stakes && owner && isUuid(owner) ? { launch, token, owner, maths, stakes } : null
}

/** The seat whose seed pair decides the rounds of this launch. */
export function seatOf({ owner, maths, launch }: Pick<Seated, 'owner' | 'maths' | 'launch'>): Seat {
  return { owner, game: maths.slug, mode: launch.mode }
}
