/** Placeholder colour of a game's tile while it loads. */
import { theme as blackjack } from './blackjack/client/theme.ts'
import { theme as blackjackSurrender } from './blackjack-surrender/client/theme.ts'
import { theme as clockworkOrchard } from './clockwork-orchard/client/theme.ts'
import { theme as crash } from './crash/client/theme.ts'
import { theme as dice } from './dice/client/theme.ts'
import { theme as limbo } from './limbo/client/theme.ts'
import { theme as wheel } from './wheel/client/theme.ts'
import { theme as plinko } from './plinko/client/theme.ts'
import { theme as keno } from './keno/client/theme.ts'
import { theme as diamonds } from './diamonds/client/theme.ts'
import { theme as roulette } from './roulette/client/theme.ts'
import { theme as baccarat } from './baccarat/client/theme.ts'
import { theme as frenchRoulette } from './french-roulette/client/theme.ts'
import { theme as emberForge } from './ember-forge/client/theme.ts'
import { theme as glacierFox } from './glacier-fox/client/theme.ts'
import { theme as jadeRapids } from './jade-rapids/client/theme.ts'
import { theme as nightExpress } from './night-express/client/theme.ts'
import { theme as velvetGroove } from './velvet-groove/client/theme.ts'
import { theme as kiteFestival } from './kite-festival/client/theme.ts'
import { theme as libraryOfOwls } from './library-of-owls/client/theme.ts'
import { theme as honeyfall } from './honeyfall/client/theme.ts'
import { theme as deucesWild } from './deuces-wild/client/theme.ts'
import { theme as hilo } from './hilo/client/theme.ts'
import { theme as jacksOrBetter } from './jacks-or-better/client/theme.ts'
import { theme as lanternHarbor } from './lantern-harbor/client/theme.ts'
import { theme as midnightBotanica } from './midnight-botanica/client/theme.ts'
import { theme as mines } from './mines/client/theme.ts'
import { theme as saffronCaravan } from './saffron-caravan/client/theme.ts'
import { theme as tidepool } from './tidepool/client/theme.ts'
import { theme as towers } from './towers/client/theme.ts'

const themes: Record<string, { dominantColor: string }> = {
  dice,
  crash,
  limbo,
  wheel,
  plinko,
  keno,
  diamonds,
  roulette,
  baccarat,
  'french-roulette': frenchRoulette,
  tidepool,
  mines,
  towers,
  hilo,
  honeyfall,
  'kite-festival': kiteFestival,
  'library-of-owls': libraryOfOwls,
  'velvet-groove': velvetGroove,
  'night-express': nightExpress,
  'jade-rapids': jadeRapids,
  blackjack,
  'blackjack-surrender': blackjackSurrender,
  'jacks-or-better': jacksOrBetter,
  'deuces-wild': deucesWild,
  'clockwork-orchard': clockworkOrchard,
  'ember-forge': emberForge,
  'glacier-fox': glacierFox,
  'lantern-harbor': lanternHarbor,
  'midnight-botanica': midnightBotanica,
  'saffron-caravan': saffronCaravan,
}

export function gameColor(slug: string): string {
  const theme = themes[slug]
  if (!theme) throw new RangeError(`there is no game ${slug}`)
  return theme.dominantColor
}
