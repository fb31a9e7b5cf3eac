/** Every in-house game, in lobby order. The catalogue is derived from this list. */
import { maths as blackjack } from './blackjack/maths.ts'
import { maths as blackjackSurrender } from './blackjack-surrender/maths.ts'
import { maths as clockworkOrchard } from './clockwork-orchard/maths.ts'
import { maths as crash } from './crash/maths.ts'
import { maths as dice } from './dice/maths.ts'
import { maths as limbo } from './limbo/maths.ts'
import { maths as wheel } from './wheel/maths.ts'
import { maths as plinko } from './plinko/maths.ts'
import { maths as keno } from './keno/maths.ts'
import { maths as diamonds } from './diamonds/maths.ts'
import { maths as roulette } from './roulette/maths.ts'
import { maths as baccarat } from './baccarat/maths.ts'
import { maths as frenchRoulette } from './french-roulette/maths.ts'
import { maths as emberForge } from './ember-forge/maths.ts'
import { maths as glacierFox } from './glacier-fox/maths.ts'
import { maths as jadeRapids } from './jade-rapids/maths.ts'
import { maths as nightExpress } from './night-express/maths.ts'
import { maths as velvetGroove } from './velvet-groove/maths.ts'
import { maths as kiteFestival } from './kite-festival/maths.ts'
import { maths as honeyfall } from './honeyfall/maths.ts'
import { maths as deucesWild } from './deuces-wild/maths.ts'
import { maths as hilo } from './hilo/maths.ts'
import { maths as jacksOrBetter } from './jacks-or-better/maths.ts'
import { maths as lanternHarbor } from './lantern-harbor/maths.ts'
import type { GameMaths } from './maths.ts'
import { maths as midnightBotanica } from './midnight-botanica/maths.ts'
import { maths as mines } from './mines/maths.ts'
import { maths as saffronCaravan } from './saffron-caravan/maths.ts'
import { maths as tidepool } from './tidepool/maths.ts'
import { maths as towers } from './towers/maths.ts'

export const games: readonly GameMaths[] = [
  lanternHarbor,
  emberForge,
  honeyfall,
  kiteFestival,
  velvetGroove,
  nightExpress,
  jadeRapids,
  midnightBotanica,
  clockworkOrchard,
  dice,
  crash,
  limbo,
  wheel,
  plinko,
  keno,
  diamonds,
  roulette,
  baccarat,
  frenchRoulette,
  saffronCaravan,
  glacierFox,
  tidepool,
  mines,
  towers,
  hilo,
  blackjack,
  blackjackSurrender,
  jacksOrBetter,
  deucesWild,
]

/** The maths that decided a round; undefined for an unknown version. */
export function mathsOf(slug: string, version?: string): GameMaths | undefined {
  return games.find((game) => game.slug === slug && (version === undefined || game.version === version))
}
