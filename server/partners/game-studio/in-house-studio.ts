/** The in-house studio as a partner. Its catalogue is derived from games/, so that every listed game can be played. */
import { ok } from '#contract/endpoint.ts'
import { readFigures } from '#games/figures.ts'
import type { GameFeature } from '#contract/games.ts'
import { tileDrawing, tilePicturesOf } from '#games/art/tiles.ts'
import type { Game } from '#games/game.ts'
import { gameOf } from '#games/games.ts'
import { listMaths, readMaths } from '#games/published/maths-sources.ts'
import { readPublished } from '#games/published/read-published.ts'
import { slugs } from '#games/list.ts'
import { versions } from '#games/replaced/versions.ts'
import type { GameMaths } from '#games/maths.ts'
import { studioCurrencies } from '#games/studio/currencies.ts'
import { issueLaunch, readLaunch, readLaunchOfAnyAge } from '#games/studio/launch-token.ts'
import { readPublicRound } from '#games/studio/public-round.ts'
import { readRoundFile } from '#games/studio/round-file.ts'
import { revealRound } from '#games/studio/reveal-round.ts'
import { drawSeed, readDrawKeys } from '#games/studio/draw-keys.ts'
import { listSeedPairs } from '#games/studio/seeds.ts'
import { stakesFor } from '#games/studio/stakes.ts'
import { gameWords } from '#games/words.ts'
import { deriveKey, type Secrets } from '../../kernel/secret.ts'
import type { GameStudio, LaunchRequest, StudioGame } from './port.ts'
import { classicOf } from './catalogue.ts'
import { isSignedBy } from './signature.ts'

export const inHouseStudioSlug = 'fairhouse-studio'
/** Long enough for an evening of play; closing the session ends betting at once regardless of the token. */
const launchHours = 4

type StudioKeys = { launchKey: string; signingKey: string; drawPassphrase: string }

/** The keys shared with the studio: for launches, for the studio's calls, and for its stored keys of the draws. */
export function inHouseStudioKeys(secret: string): StudioKeys {
  return {
    launchKey: deriveKey(secret, 'launch-token'),
    signingKey: deriveKey(secret, 'studio-calls'),
    drawPassphrase: deriveKey(secret, 'draw-keys'),
  }
}

export function inHouseStudioKeysOf({ secret, formerSecrets = [] }: Secrets): StudioKeys & { former: StudioKeys[] } {
  return { ...inHouseStudioKeys(secret), former: formerSecrets.map(inHouseStudioKeys) }
}

export function createInHouseStudio(secrets: Secrets): GameStudio {
  const { launchKey, signingKey, drawPassphrase, former } = inHouseStudioKeysOf(secrets)
  const launchKeys = [launchKey, ...former.map((keys) => keys.launchKey)]
  return {
    slug: inHouseStudioSlug,
    name: 'Fairhouse Studio',
    games: slugs.map((slug) => toStudioGame(gameOf(slug))),
    async launchUrl(request, now) {
      const expiresAt = new Date(now.getTime() + launchHours * 3_600_000)
      const token = issueLaunch({ ...request, studio: inHouseStudioSlug }, launchKey, expiresAt)
      return ok(`/studio/play/${request.game}?token=${token}`)
    },
    readLaunch(token, { now }) {
      const launch = now ? readLaunch(token, launchKeys, now) : readLaunchOfAnyAge(token, launchKeys)
      return launch?.studio === inHouseStudioSlug ? (launch satisfies LaunchRequest) : null
    },
    isGenuine: (call) => isSignedBy([signingKey, ...former.map((keys) => keys.signingKey)], call),
    fairness: {
      readPublished,
      listMaths,
      readMaths,
      readRound: readPublicRound,
      readFile: readRoundFile,
      readKeys: ({ db }) => readDrawKeys(db.kysely),
      drawSeed: (needs, tx, input) => drawSeed({ ...needs, drawPassphrase, former }, tx, input),
      listPairs: ({ db }, { playerId, game }) => listSeedPairs({ db }, { owner: playerId, game }),
      revealSeed: (needs, { playerId, roundId }) =>
        revealRound({ ...needs, drawPassphrase, former }, { owner: playerId, roundId }),
    },
  }
}

function toStudioGame({ maths, releasedOn, theme }: Game): StudioGame {
  const figures = readFigures(maths.slug)
  const before = versions.filter(({ slug }) => slug === maths.slug)
  const [paid, of] = figures.rtpExact.split('/')
  const pictures = tilePicturesOf(maths.slug)
  const stakes = [...studioCurrencies.keys()].flatMap((currency) => {
    const offered = stakesFor(maths, currency)
    return offered ? [{ currency, min: offered.min, max: offered.max }] : []
  })
  return {
    slug: maths.slug,
    kind: maths.kind,
    ...classicOf(maths.slug),
    volatility: maths.volatility,
    rtp: figures.rtp,
    rtpExact: { numerator: BigInt(paid!), denominator: BigInt(of!) },
    hitRate: figures.hitRate,
    deviation: figures.deviation,
    maxWinMultiplier: figures.maxWinMultiplier,
    maxWinOneIn: figures.maxWinOneIn,
    replacedMaxWin: Math.max(0, ...before.map(({ maxWinMultiplier }) => maxWinMultiplier)),
    mathsVersion: figures.mathsVersion,
    mathsHash: figures.mathsHash,
    releasedOn,
    features: featuresOf(maths),
    tile: tileDrawing(maths.slug),
    ...(pictures && { tilePictures: pictures }),
    dominantColor: theme.dominantColor,
    stakes,
    text: (locale) => gameWords(maths.slug, locale),
  }
}

/** Every game of the studio is provably fair; the other features follow from its maths. */
function featuresOf(maths: GameMaths): GameFeature[] {
  if (maths.kind !== 'slot') return ['provably-fair']
  const { freeSpins, wild, pays, feature } = maths.definition
  return [
    ...(freeSpins ? (['free-spins'] as const) : []),
    ...((wild?.multiplier ?? 1) > 1 || (freeSpins?.multiplier ?? 1) > 1 || feature?.kind === 'cascade'
      ? (['multipliers'] as const)
      : []),
    ...(pays.kind === 'ways' ? (['ways'] as const) : []),
    ...(feature?.kind === 'cascade' ? (['cascades'] as const) : []),
    ...(feature?.kind === 'hold' ? (['hold-and-win'] as const) : []),
    'provably-fair',
  ]
}
