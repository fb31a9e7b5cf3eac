/** Games: catalogue, play, history, and the seamless wallet that studios call. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FloorChoice, FloorOutcome } from './floor-rounds.ts'
import { CurrencyCode, SignedWireAmount, WireAmount } from './money.ts'
import { refusalsTo } from './refusals-of-play.ts'
import { CrashChoice, MinesChoice, SteppedOutcome, TowersChoice } from './rounds.ts'

/** Identities are slugs; a game's id is its identity, which makes `/games/{id}` readable. */
export const Slug = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/)

/**
 * `original` games are the studio's own games of chance, whose odds the player chooses; `table` games are casino
 * classics.
 */
export const GameKind = z.enum(['slot', 'dice', 'original', 'table'])
export type GameKind = z.infer<typeof GameKind>

/** What a game can do beyond its base game, for filters and collections. */
export const GameFeature = z.enum([
  'free-spins',
  'multipliers',
  'ways',
  'cascades',
  'hold-and-win',
  'jackpot',
  'live',
  'provably-fair',
])
export type GameFeature = z.infer<typeof GameFeature>
export const Volatility = z.enum(['low', 'medium', 'high', 'extreme'])

export const Game = z.object({
  id: z.string(),
  identity: z.string(),
  name: z.string(),
  /** The name with soft hyphens, where a word is too long for a narrow tile. */
  tileName: z.string().optional(),
  provider: z.object({ id: z.string(), name: z.string() }),
  collections: z.array(z.string()),
  /** Portrait art, 3:4, as same-origin URLs. `srcset` has it in several widths, as the attribute of an image. */
  thumbnails: z.object({ portrait: z.string(), srcset: z.string().optional(), dominantColor: z.string() }),
  kind: GameKind,
  volatility: Volatility,
  /** Percent, by exact enumeration of the deployed paytable. */
  rtp: z.number(),
  /** Null where the studio does not state it. */
  maxWinMultiplier: z.number().nullable(),
  hasDemo: z.boolean(),
  isNew: z.boolean(),
})
export type Game = z.infer<typeof Game>

export const Collection = z.object({
  identity: z.string(),
  name: z.string(),
  /** The countries in which it is shown; empty for all. */
  countries: z.array(z.string()),
  gamesCount: z.int(),
  icon: z.string(),
})
export type Collection = z.infer<typeof Collection>
export const Provider = z.object({
  id: z.string(),
  identity: z.string(),
  name: z.string(),
  gamesCount: z.int(),
  /** The thumbnails of its first games. */
  thumbnails: z.array(Game.shape.thumbnails),
})
export type Provider = z.infer<typeof Provider>

export const listCollections = endpoint({
  method: 'GET',
  path: '/api/game/collections',
  access: 'public',
  summary: 'List the collections of the lobby, in order',
  reply: z.array(Collection),
})
export const listProviders = endpoint({
  method: 'GET',
  path: '/api/game/providers',
  access: 'public',
  summary: 'List studios',
  reply: z.array(Provider),
})
export const readProvider = endpoint({
  method: 'GET',
  path: '/api/game/providers/{id}',
  access: 'public',
  summary: 'Get a studio',
  params: z.object({ id: Slug }),
  reply: Provider,
  refusals: { providerNotFound: { status: 404 } },
})

export const GamesSort = z.enum(['popular', 'newest', 'name', 'return', 'maxWin'])
export type GamesSort = z.infer<typeof GamesSort>
const StakeBound = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional()
export const GamesQuery = z.object({
  search: z.string().max(100).optional(),
  collection: Slug.optional(),
  /** Only these games; those that are not offered are left out. */
  ids: z.array(Slug).max(100).optional(),
  providers: z.array(Slug).max(50).optional(),
  kinds: z.array(GameKind).max(10).optional(),
  volatilities: z.array(Volatility).max(4).optional(),
  /** Games that have all of these. */
  features: z.array(GameFeature).max(10).optional(),
  /** Percent. */
  returnFrom: z.coerce.number().min(0).max(100).optional(),
  /** Games with a stake in this range, in subunits of `currency`. */
  stakeFrom: StakeBound,
  stakeTo: StakeBound,
  currency: CurrencyCode.default('EUR'),
  /** The default is the best match of a search, the order of a collection, or the order of the lobby. */
  sort: GamesSort.optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  perPage: z.coerce.number().int().min(1).max(100).default(48),
})
const GamesPage = z.object({ data: z.array(Game), meta: z.object({ total: z.int(), page: z.int(), perPage: z.int() }) })
export const listGames = endpoint({
  method: 'GET',
  path: '/api/game/games',
  access: 'public',
  summary: 'Search, filter and sort the catalogue',
  query: GamesQuery,
  reply: GamesPage,
})
export const listFavoritesFiltered = endpoint({
  method: 'GET',
  path: '/api/game/games/favorites/filtered',
  access: 'player',
  summary: "Search, filter and sort the player's favourite games",
  query: GamesQuery,
  reply: GamesPage,
})

/** The first page of the lobby: the whole catalogue while it is small, otherwise the first games of each collection. */
export const Lobby = z.object({
  total: z.int(),
  /** Every game once. */
  games: z.array(Game),
  /** In the order of the collections; ids of `games`. Empty while the catalogue is small. */
  rails: z.array(z.object({ identity: z.string(), games: z.array(z.string()) })),
})
export type Lobby = z.infer<typeof Lobby>
export const readLobby = endpoint({
  method: 'GET',
  path: '/api/game/lobby',
  access: 'public',
  summary: "Get the games of the lobby's first page",
  reply: Lobby,
})

export const GameDetails = Game.extend({
  description: z.string(),
  rules: z.array(z.object({ title: z.string(), text: z.string() })),
  /** Names of a slot's symbols in pictures of its rounds; empty for other games. */
  symbols: z.record(z.string(), z.string()),
  features: z.array(GameFeature),
  /** Share of rounds that pay anything, percent; null where the player's choice decides it. */
  hitRate: z.number().nullable(),
  /** The average number of rounds per maximum win; null if the studio does not state it. */
  maxWinOneIn: z.number().nullable(),
  /** The standard deviation of one round, in stakes, which determines the volatility. Null if it is not stated. */
  deviation: z.number().nullable(),
  /** Null where the studio does not publish the maths. */
  mathsVersion: z.string().nullable(),
  /** SHA-256 of the deployed maths, so that a player can identify the version that decided a round. */
  mathsHash: z.string().nullable(),
  stakes: z.array(z.object({ currency: z.string(), min: WireAmount, max: WireAmount })),
})
export type GameDetails = z.infer<typeof GameDetails>
const GameParams = z.object({ id: Slug })
const gameNotFound = { status: 404 } as const
export const readGame = endpoint({
  method: 'GET',
  path: '/api/game/games/{id}',
  access: 'public',
  summary: 'Get a game with its rules and odds',
  params: GameParams,
  reply: GameDetails,
  refusals: { gameNotFound },
})

export const listSimilarGames = endpoint({
  method: 'GET',
  path: '/api/game/games/{id}/similar',
  access: 'public',
  summary: 'List games most similar to a game, by kind, theme, features, volatility and studio',
  params: GameParams,
  reply: GamesPage.pick({ data: true }),
  refusals: { gameNotFound },
})

/** What a launch stakes: cash, cash and bonus money under an active bonus, or free spins at their fixed stake. */
export const Funds = z.object({
  kind: z.enum(['cash', 'bonus', 'freeSpins']),
  /** For free spins only: the stake of each, the number left, and the total. */
  stake: WireAmount.optional(),
  remaining: z.int().optional(),
  total: z.int().optional(),
})
export type Funds = z.infer<typeof Funds>

export const playGame = endpoint({
  method: 'POST',
  path: '/api/game/games/{id}/play',
  access: 'public',
  summary: 'Launch a game: get the address for its iframe; play money requires no session',
  params: GameParams,
  body: z.object({
    mode: z.enum(['real', 'demo']).default('real'),
    currency: CurrencyCode.optional(),
    locale: z.string().max(5).optional(),
    theme: z.enum(['dark', 'light']).optional(),
    /** Active free spins are played first, unless the player chooses cash. */
    funds: z.enum(['cash']).optional(),
  }),
  reply: z.object({ url: z.string(), mode: z.enum(['real', 'demo']), funds: Funds }),
  refusals: {
    gameNotFound,
    gameRestricted: {
      status: 422,
      description: "not offered in the visitor's country, or by the law of the account's",
    },
    gameUnavailable: { status: 422, description: 'an operator has switched the game or its studio off' },
    noDemo: { status: 422, description: 'the game is not offered with play money' },
    studioUnavailable: { status: 503, description: 'the studio of the game does not answer; try again later' },
    sessionRequired: { status: 401 },
    noActiveAccount: { status: 422 },
    currencyNotSupported: { status: 422 },
    playerExcluded: { status: 422, code: 13101 },
    realityCheckDue: { status: 422, description: 'the player acknowledges a reality check first' },
  },
})

/**
 * The player's time and result since play began, on all devices, as in the reality check; before the first stake, since
 * the first game after signing in or after half an hour away. Calculated from the ledger.
 */
export const PlaySession = z.object({
  startedAt: z.iso.datetime(),
  currency: z.string(),
  /** Paid out minus staked, without what is in play. */
  net: SignedWireAmount,
  /** Stakes without a result yet. */
  inPlay: WireAmount,
  /** Since the player reset them, or since play began. */
  statistics: z.object({
    since: z.iso.datetime(),
    rounds: z.int(),
    staked: WireAmount,
    won: WireAmount,
    net: SignedWireAmount,
    biggestWin: WireAmount,
    /** The result after each of the latest rounds, oldest first. */
    line: z.array(SignedWireAmount),
  }),
})
export type PlaySession = z.infer<typeof PlaySession>
const noPlaySession = { status: 404, description: 'no real-money game has been opened in this session' } as const
export const readPlaySession = endpoint({
  method: 'GET',
  path: '/api/game/play-session',
  access: 'player',
  summary: 'Get the time, net result and statistics of the current play session',
  query: z.object({ currency: CurrencyCode }),
  reply: PlaySession,
  refusals: { noPlaySession },
})
export const resetStatistics = endpoint({
  method: 'POST',
  path: '/api/game/play-session/reset',
  access: 'player',
  summary: 'Reset the statistics; the time and net result of the session are kept',
  body: z.object({ currency: CurrencyCode }),
  reply: PlaySession,
  refusals: { noPlaySession },
})

/** Free spins in one game: how many are left, and what they have paid. */
export const FreeSpinsProgress = z.object({
  currency: z.string(),
  stake: WireAmount,
  used: z.int(),
  total: z.int(),
  won: WireAmount,
  /** With `bonus`, wins are credited as bonus money once the spins are over. */
  winsAs: z.enum(['cash', 'bonus']).optional(),
})
export type FreeSpinsProgress = z.infer<typeof FreeSpinsProgress>
export const readFreeSpins = endpoint({
  method: 'GET',
  path: '/api/game/games/{id}/free-spins',
  access: 'player',
  summary: 'Get the progress of the latest free spins in a game',
  params: GameParams,
  query: z.object({ currency: CurrencyCode, stake: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  reply: FreeSpinsProgress,
  refusals: { noFreeSpins: { status: 404 } },
})

export const listFavorites = endpoint({
  method: 'GET',
  path: '/api/game/games/favorites',
  access: 'player',
  summary: 'List favourite games',
  reply: GamesPage.pick({ data: true }),
})
export const addFavorite = endpoint({
  method: 'POST',
  path: '/api/game/games/{id}/favorite',
  access: 'player',
  summary: 'Add a game to the favourites',
  params: GameParams,
  reply: z.object({ isFavorite: z.literal(true) }),
  refusals: { gameNotFound },
})
export const removeFavorite = endpoint({
  method: 'DELETE',
  path: '/api/game/games/{id}/favorite',
  access: 'player',
  summary: 'Remove a game from the favourites',
  params: GameParams,
  reply: z.object({ isFavorite: z.literal(false) }),
  refusals: { gameNotFound },
})
/**
 * Games similar to the one played last; `basis` is null if there is nothing to recommend, or recommendations are off.
 */
export const listRecommendedGames = endpoint({
  method: 'GET',
  path: '/api/game/games/recommended',
  access: 'player',
  summary: 'List games similar to the one played last; empty during a cooling-off period or self-exclusion',
  reply: z.object({ basis: z.object({ id: z.string(), name: z.string() }).nullable(), data: z.array(Game) }),
})
export const listPlayedGames = endpoint({
  method: 'GET',
  path: '/api/game/games/played',
  access: 'player',
  summary: 'List recently played games, newest first',
  reply: GamesPage.pick({ data: true }),
})

/** A game and currency in which the player has a round that has not ended. */
export const OpenRound = z.object({ gameId: z.string(), currency: z.string() })
export type OpenRound = z.infer<typeof OpenRound>
export const listOpenRounds = endpoint({
  method: 'GET',
  path: '/api/game/open-rounds',
  access: 'player',
  summary: 'List games with an open round, newest first',
  reply: z.array(OpenRound),
})

/** One round as shown in the player's history. */
export const Spin = z.object({
  id: z.string(),
  roundId: z.string(),
  game: z.object({ id: z.string(), name: z.string(), thumbnail: z.string() }),
  currency: z.string(),
  stake: WireAmount,
  win: WireAmount,
  status: z.enum(['open', 'settled', 'rolled-back']),
  createdAt: z.iso.datetime(),
  /** The site's page of this round, without a locale prefix; null for studios without committed seeds. */
  verifyUrl: z.string().nullable(),
})
export type Spin = z.infer<typeof Spin>
const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  perPage: z.coerce.number().int().min(1).max(100).default(20),
})
const PageMeta = z.object({ total: z.int(), page: z.int(), perPage: z.int() })
export const listSpins = endpoint({
  method: 'GET',
  path: '/api/game/spins',
  access: 'player',
  summary: "List the player's rounds of casino games",
  query: PageQuery,
  reply: z.object({ data: z.array(Spin), meta: PageMeta }),
})
const SlotOutcome = z.object({
  spins: z.array(
    z.object({
      kind: z.enum(['paid', 'free', 'cascade', 'hold']),
      stops: z.array(z.int()),
      /** Symbols by reel and row. */
      grid: z.array(z.array(z.string())),
      wins: z.array(
        z.object({
          kind: z.enum(['line', 'ways', 'scatter', 'coins']),
          line: z.int().optional(),
          ways: z.int().optional(),
          symbol: z.string(),
          count: z.int(),
          positions: z.array(z.tuple([z.int(), z.int()])),
          multiplier: z.number(),
          payout: WireAmount,
        }),
      ),
      payout: WireAmount,
      multiplier: z.number(),
      freeSpinsAwarded: z.int(),
      /** The values of held coins, by reel and row; 0 if there is no coin. */
      values: z.array(z.array(WireAmount)).optional(),
      /** The draws left until the feature ends. */
      left: z.int().optional(),
    }),
  ),
  payout: WireAmount,
})
const DiceChoice = z.object({ target: z.int(), direction: z.enum(['under', 'over']) })
const DiceOutcome = DiceChoice.extend({ roll: z.int(), isWin: z.boolean(), payout: WireAmount })

/** A round with everything that is needed to recalculate it. */
export const FairRound = z.object({
  id: z.string(),
  game: z.object({ id: z.string(), name: z.string(), thumbnail: z.string() }),
  mode: z.enum(['real', 'demo']),
  status: z.enum(['open', 'settled', 'cancelled']),
  currency: z.string(),
  stake: WireAmount,
  payout: WireAmount,
  /** What was staked in addition during the round. */
  extraStake: WireAmount,
  choice: z.union([DiceChoice, FloorChoice, MinesChoice, TowersChoice, CrashChoice]).nullable(),
  /** Null until the round is settled. */
  outcome: z.union([SlotOutcome, DiceOutcome, FloorOutcome, SteppedOutcome]).nullable(),
  serverSeedHash: z.string(),
  /** Null until the seed is revealed. */
  serverSeed: z.string().nullable(),
  clientSeed: z.string(),
  /** How the server seed was drawn; null for a pair that is older than the verifiable random function. */
  drawn: z
    .object({
      /** The number of the player's seed pair in the game. */
      number: z.int(),
      /** SHA-256 of the player's id, the game and the number. */
      place: z.string(),
      key: z.object({ id: z.string(), n: z.string(), e: z.string() }),
      /** In base64url; null until the seed is revealed. */
      proof: z.string().nullable(),
    })
    .nullable(),
  nonce: z.int(),
  mathsVersion: z.string(),
  mathsHash: z.string(),
  createdAt: z.iso.datetime(),
  /** True if the caller played the round, and may therefore reveal its seed. */
  isOwn: z.boolean(),
})
export type FairRound = z.infer<typeof FairRound>
export type FairOutcome = NonNullable<FairRound['outcome']>
const RoundParams = z.object({ id: z.uuid() })
const roundNotFound = { status: 404 } as const
export const readRound = endpoint({
  method: 'GET',
  path: '/api/game/rounds/{id}',
  access: 'public',
  summary: 'Get a round of a provably fair game with its seeds',
  params: RoundParams,
  reply: FairRound,
  refusals: { roundNotFound },
})
export const revealSeed = endpoint({
  method: 'POST',
  path: '/api/game/rounds/{id}/reveal',
  access: 'player',
  summary: "Reveal the server seed of the player's round; later rounds use a new seed",
  params: RoundParams,
  reply: FairRound,
  refusals: {
    roundNotFound,
    roundInProgress: { status: 409, description: 'a round with this seed has not ended yet' },
    tooManyReveals: { status: 429 },
  },
})

/** A key of the verifiable random function that gives server seeds (contract/vrf.ts). */
export const DrawKey = z.object({
  /** The thumbprint (RFC 7638) of the RSA key. */
  id: z.string(),
  /** Modulus and exponent, in base64url. */
  n: z.string(),
  e: z.string(),
  /** Null until a report of liabilities has announced the key. */
  usedFrom: z.iso.datetime().nullable(),
})
export type DrawKey = z.infer<typeof DrawKey>
export const listDrawKeys = endpoint({
  method: 'GET',
  path: '/api/game/draw-keys',
  access: 'public',
  summary: 'List the public keys from which server seeds are drawn, newest first',
  reply: z.array(DrawKey),
})

export const SeedPair = z.object({
  /** The number of the pair among the player's pairs in the game, without gaps. */
  number: z.int(),
  openedAt: z.iso.datetime(),
  revealedAt: z.iso.datetime().nullable(),
  serverSeedHash: z.string(),
  clientSeed: z.string(),
  /** The seed, and its proof in base64url; null until it is revealed. */
  serverSeed: z.string().nullable(),
  proof: z.string().nullable(),
  /** The id of its key. */
  key: z.string(),
  rounds: z.int(),
})
export type SeedPair = z.infer<typeof SeedPair>
export const listSeedPairs = endpoint({
  method: 'GET',
  path: '/api/game/seed-pairs',
  access: 'player',
  summary: "List the player's seed pairs in a game, newest first",
  query: z.object({ game: z.string().max(64) }),
  reply: z.array(SeedPair),
})

export const Winner = z.object({
  id: z.string(),
  game: z.object({ id: z.string(), name: z.string(), thumbnail: z.string() }),
  nickname: z.string(),
  currency: z.string(),
  stake: WireAmount,
  win: WireAmount,
  at: z.iso.datetime(),
  /** The site's page of this round with its seeds, without a locale prefix; null for studios without committed seeds. */
  verifyUrl: z.string().nullable(),
})
export type Winner = z.infer<typeof Winner>
export const listWinners = endpoint({
  method: 'GET',
  path: '/api/game/spins/winners',
  access: 'public',
  summary: "List the latest wins of twice the stake or more; names are masked without the player's consent",
  reply: z.array(Winner),
})

/** A settled round of any player, under the name that the player allows to be shown. */
export const LiveBet = z.object({
  id: z.string(),
  game: z.object({
    id: z.string(),
    name: z.string(),
    thumbnail: z.string(),
    /** The name by locale, if it differs. Only in pushes, which are the same for everyone. */
    names: z.record(z.string(), z.string()).optional(),
  }),
  nickname: z.string(),
  currency: z.string(),
  stake: WireAmount,
  win: WireAmount,
  isHigh: z.boolean(),
  at: z.iso.datetime(),
  /** The site's page of this round with its seeds, without a locale prefix; null for studios without committed seeds. */
  verifyUrl: z.string().nullable(),
})
export type LiveBet = z.infer<typeof LiveBet>
export const listLiveBets = endpoint({
  method: 'GET',
  path: '/api/game/spins/live',
  access: 'public',
  summary: 'List the latest settled rounds of all players, or those with high stakes or wins',
  query: z.object({ feed: z.enum(['all', 'high']).default('all') }),
  reply: z.array(LiveBet),
})

// The seamless wallet: what a studio calls while a player plays. Headers: `x-studio-timestamp` (unix seconds, at most 300 off) and
// `x-studio-signature`, the hex HMAC-SHA256 of `<timestamp>.<raw body>`.
const Studio = z.object({ studio: Slug })
const StudioCall = z.object({
  token: z.string().max(2048),
  currency: CurrencyCode,
  gameId: Slug,
  roundId: z.string().min(1).max(64),
  transactionId: z.string().min(1).max(64),
})
export const WalletAnswer = z.object({
  balance: WireAmount,
  currency: z.string(),
  transactionId: z.string(),
  isReplay: z.boolean(),
})
const studioRefusals = {
  signatureInvalid: { status: 401 },
  unknownStudio: { status: 404 },
  launchTokenInvalid: { status: 403 },
} as const
export const studioBalance = endpoint({
  method: 'POST',
  path: '/api/partners/games/{studio}/balance',
  access: 'partner',
  summary: "Get the balance of a launch token's player",
  params: Studio,
  body: z.object({ token: z.string().max(2048) }),
  reply: z.object({ balance: WireAmount, currency: z.string(), playerId: z.string() }),
  refusals: studioRefusals,
})
export const studioBet = endpoint({
  method: 'POST',
  path: '/api/partners/games/{studio}/bet',
  access: 'partner',
  summary: 'Post a bet: take its stake',
  params: Studio,
  body: StudioCall.extend({
    amount: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
    /** The country in which the studio sees the player; by default, that of the last call to this site. */
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
  }),
  reply: WalletAnswer,
  refusals: { ...studioRefusals, ...refusalsTo('bet') },
})
export const studioWin = endpoint({
  method: 'POST',
  path: '/api/partners/games/{studio}/win',
  access: 'partner',
  summary: 'Post a win and close the round; zero closes it without a payout',
  params: Studio,
  body: StudioCall.extend({
    amount: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
    isRoundFinished: z.boolean().default(true),
  }),
  reply: WalletAnswer,
  refusals: { ...studioRefusals, ...refusalsTo('win') },
})
export const studioRollback = endpoint({
  method: 'POST',
  path: '/api/partners/games/{studio}/rollback',
  access: 'partner',
  summary: 'Roll back a bet by its transaction id',
  params: Studio,
  body: StudioCall.extend({ betTransactionId: z.string().min(1).max(64) }),
  reply: WalletAnswer,
  refusals: { ...studioRefusals, ...refusalsTo('rollback') },
})
