/** Games on a real database; studio and wallet communicate over real HTTP. */
import { createHmac } from 'node:crypto'
import { type OperatorWallet, walletOverHttp } from '#games/studio/operator-wallet.ts'
import type { StudioParts } from '#games/studio/parts.ts'
import { openSeeds } from '#games/studio/seeds.ts'
import { createStudio, type Studio } from '#games/studio/studio.ts'
import type { AppParts } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import type { GameStudio } from '#server/partners/game-studio/port.ts'
import { countryOf } from '#server/kernel/http/geo.ts'
import { cycleMs } from '#server/kernel/policy.ts'
import { routes as sharedRoutes } from '#server/play/shared-rounds/module.ts'
import { sharedTables } from '#server/play/shared-rounds/tables.ts'
import { routes as gameRoutes } from '#server/play/games/routes.ts'
import { routes as walletRoutes } from '#server/wallet/module.ts'
import {
  createInHouseStudio,
  inHouseStudioKeys,
  inHouseStudioSlug,
} from '#server/partners/game-studio/in-house-studio.ts'
import { createFundedPlayer, type FundedPlayer } from './funded-player.ts'
import { testApp, type TestAnswer, type TestApp } from './app.ts'

export type CasinoPlayer = FundedPlayer
export type Casino = {
  app: TestApp
  deps: Deps
  /** Address of the wallet. */
  url: string
  studio: Studio
  parts: StudioParts
  /** Replaces the studio's wallet client, for faults; null restores the real one. */
  replaceWallet(change: ((real: OperatorWallet) => Partial<OperatorWallet>) | null): void
  player(funds?: Record<string, bigint>): Promise<CasinoPlayer>
  balance(player: CasinoPlayer, currency?: string): Promise<bigint>
  /** Returns a launch token for the game, as the lobby issues it. */
  launch(game: string, options: { player?: CasinoPlayer; currency?: string; locale?: string }): Promise<string>
  /** The studio's player API. */
  studioApi(
    method: 'GET' | 'POST',
    path: string,
    token?: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestAnswer>
  /** Sends a wallet call as a studio does; correctly signed by default. */
  walletCall(
    verb: string,
    body: unknown,
    options?: {
      studio?: string
      key?: string
      timestamp?: number
      headers?: Record<string, string>
      signedBody?: string
    },
  ): Promise<TestAnswer>
  close(): Promise<void>
}

export async function casino(
  options: {
    env?: Record<string, string>
    /** The time at which the clock begins. */
    now?: Date
    /** Outside studios. */
    studios?: GameStudio[]
    plugins?: (deps: Deps) => NonNullable<AppParts['plugins']>
    /** Routes of further contexts. */
    routes?: AppParts['routes']
  } = {},
): Promise<Casino> {
  const app = await testApp({
    routes: [...walletRoutes, ...gameRoutes, ...sharedRoutes, ...(options.routes ?? [])],
    env: { ACCESS_TOKEN_SECONDS: '3600', ...options.env },
    ...(options.now && { now: options.now }),
    deps: (deps) => ({
      partners: {
        ...deps.partners,
        gameStudios: [createInHouseStudio({ secret: deps.settings.secret }), ...(options.studios ?? [])],
      },
    }),
    plugins: (deps) => [(app) => (mounted = buildStudio(deps)).studio.mount(app), ...(options.plugins?.(deps) ?? [])],
  })
  const { deps } = app
  const { studio, parts, setWallet, real } = mounted!
  url = await app.listen()
  return {
    app,
    deps,
    url,
    studio,
    parts,
    replaceWallet: (change) => setWallet(change ? { ...real, ...change(real) } : real),
    player: (funds = { EUR: 100_00n }) => createFundedPlayer(app, funds),
    balance: (player, currency = 'EUR') => deps.ledger.balance(`player:${player.id}:cash:${currency}`),
    async launch(game, { player, currency, locale }) {
      const answer = await app.send({
        method: 'POST',
        url: `/api/game/games/${game}/play`,
        token: player?.token,
        payload: { mode: player ? 'real' : 'demo', ...(currency ? { currency } : {}), ...(locale ? { locale } : {}) },
      })
      if (answer.status !== 200) throw new Error(`launch answered ${answer.status} ${JSON.stringify(answer.body)}`)
      // The game's page does the same when it opens the session.
      if (player) await openSeeds(parts, { owner: player.id, game, mode: 'real' }, 'seed of a test')
      return new URL(answer.body.url, 'http://house.test').searchParams.get('token')!
    },
    studioApi: (method, path, token, payload, headers = {}) =>
      app.send({
        method,
        url: `/studio/api/${path}`,
        token,
        headers,
        ...(payload === undefined ? {} : { payload: payload as object }),
      }),
    async walletCall(verb, body, { studio: slug = inHouseStudioSlug, key, timestamp, headers, signedBody } = {}) {
      const payload = typeof body === 'string' ? body : JSON.stringify(body)
      const at = timestamp ?? Math.floor(deps.clock.now().getTime() / 1000)
      const signature = createHmac('sha256', key ?? inHouseStudioKeys(deps.settings.secret).signingKey)
        .update(`${at}.${signedBody ?? payload}`)
        .digest('hex')
      return app.send({
        method: 'POST',
        url: `/api/partners/games/${slug}/${verb}`,
        payload,
        headers: {
          'content-type': 'application/json',
          'x-studio-timestamp': String(at),
          'x-studio-signature': signature,
          ...headers,
        },
      })
    },
    close: () => app.close(),
  }
}

/**
 * The address is known once the server listens, and the studio reads it at each call. A test file can have one casino
 * at a time.
 */
let url = ''
let mounted: ReturnType<typeof buildStudio> | undefined

function buildStudio(deps: Deps) {
  const { launchKey, signingKey, drawPassphrase } = inHouseStudioKeys(deps.settings.secret)
  const real = walletOverHttp({ baseUrl: () => url, studio: inHouseStudioSlug, signingKey, clock: deps.clock })
  let current: OperatorWallet = real
  const wallet: OperatorWallet = {
    balance: (call) => current.balance(call),
    bet: (call) => current.bet(call),
    win: (call) => current.win(call),
    rollback: (call) => current.rollback(call),
    get round() {
      return current.round
    },
  }
  const parts: StudioParts = {
    db: deps.db,
    clock: deps.clock,
    log: deps.log,
    randomBytes: deps.randomBytes,
    launchKey,
    drawPassphrase,
    wallet,
    cycleMs: (kind) => cycleMs(deps.settings, kind),
    countryOf: (request) => countryOf(request, deps.settings),
    shared: sharedTables(deps, { cachedMs: 0 }),
  }
  return { studio: createStudio(parts), parts, real, setWallet: (next: OperatorWallet) => void (current = next) }
}
