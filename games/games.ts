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
import { maths as libraryOfOwls } from './library-of-owls/maths.ts'
import { maths as honeyfall } from './honeyfall/maths.ts'
import { maths as deucesWild } from './deuces-wild/maths.ts'
import { maths as hilo } from './hilo/maths.ts'
import { maths as jacksOrBetter } from './jacks-or-better/maths.ts'
import { maths as lanternHarbor } from './lantern-harbor/maths.ts'
import type { GameMaths } from './maths.ts'
import { maths as midnightBotanica } from './midnight-botanica/maths.ts'
import { maths as mines } from './mines/maths.ts'
import { versions } from './replaced/versions.ts'
import { maths as saffronCaravan } from './saffron-caravan/maths.ts'
import { maths as tidepool } from './tidepool/maths.ts'
import { maths as towers } from './towers/maths.ts'

export const games: readonly GameMaths[] = [
  lanternHarbor,
  emberForge,
  honeyfall,
  kiteFestival,
  libraryOfOwls,
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

const replaced = new Map<string, GameMaths>()
const nameOf = (slug: string, version: string) => `${slug}@${version}`

/** The maths that decided a round; undefined for an unknown version. A replaced one is loaded before. */
export function mathsOf(slug: string, version?: string): GameMaths | undefined {
  const current = games.find((game) => game.slug === slug)
  return version === undefined || current?.version === version ? current : replaced.get(nameOf(slug, version))
}

/** `slug@version` of every maths that decides rounds here. */
export function knownMaths(): string[] {
  return [...games.map(({ slug, version }) => nameOf(slug, version)), ...replaced.keys()]
}

/** Loads the replaced version that is named, or all of them. */
export async function loadReplaced(wanted?: { slug: string; version: string | undefined }): Promise<void> {
  for (const { slug, version, load } of versions) {
    if (wanted && (slug !== wanted.slug || version !== wanted.version)) continue
    if (!replaced.has(nameOf(slug, version))) replaced.set(nameOf(slug, version), (await load()).maths)
  }
}
