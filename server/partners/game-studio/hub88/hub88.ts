/**
 * A studio or aggregator that speaks the Hub88 protocol: its catalogue, launches and free rounds. Its wallet calls are
 * answered by server/play/studios.
 */
import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { ExactAmount } from '#contract/exact-number.ts'
import { findCurrency } from '../../../reference/index.ts'
import { catalogueCall, catalogueOf } from '../catalogue.ts'
import { createGamesByCode } from '../games-by-code.ts'
import type { FreeRounds, FreeRoundsRefusal, GameStudio, LaunchPlace, LaunchRequest } from '../port.ts'
import { postJson, type PostOptions } from '../post-json.ts'
import { issueSessionToken, readSessionToken } from '../session-token.ts'
import { isSignedBy, signatureHeader, signBody } from './signature.ts'
import { fromHub88, toHub88 } from './amounts.ts'
import { readHub88Games } from './wire.ts'

export type Hub88Options = {
  slug: string
  name: string
  /** Address of the studio's calls: `<url>/game/list`, `<url>/game/url`, `<url>/freebet/rewards/create`. */
  url: string
  operatorId: number
  /** Signs the site's calls. */
  privateKey: KeyObject
  /** Verify the studio's calls. */
  publicKeys: readonly KeyObject[]
  /** Signs the tokens of launches; known only to the site. */
  tokenKey: string
  timeoutMs?: number
}

const Opened = z.object({ url: z.url({ protocol: /^https?$/ }).max(4_000) })
const Reward = z.object({
  status: z.string().optional(),
  used_count: z.int().min(0).max(1_000_000).optional(),
  total_win: ExactAmount.optional(),
})
const Answered = z.object({ status: z.string().optional() })

export function createHub88Studio(options: Hub88Options): GameStudio {
  const { slug, name, tokenKey, operatorId, timeoutMs = 5_000 } = options
  const url = options.url.replace(/\/$/, '')
  const games = createGamesByCode()
  const ask = (path: string, call: object, terms?: Partial<PostOptions>) => {
    const body = JSON.stringify({ operator_id: operatorId, ...call })
    const headers = { [signatureHeader]: signBody(body, options.privateKey) }
    return postJson(`${url}${path}`, { body, headers, timeoutMs, ...terms })
  }

  async function createFreeRounds(rounds: FreeRounds): Promise<Result<void, FreeRoundsRefusal>> {
    const code = games.find(rounds.game)?.outside?.code
    const { subunitToUnit } = findCurrency(rounds.currency)!
    const answer = await ask('/freebet/rewards/create', {
      reward_uuid: rounds.id,
      user: rounds.playerId,
      currency: rounds.currency,
      game_code: code,
      bet_value: toHub88(rounds.stake, subunitToUnit),
      bet_count: rounds.count,
      end_time: rounds.expiresAt.toISOString(),
    })
    if (!answer.ok) return refuse('studioUnavailable')
    return isAccepted(answer) ? ok() : refuse('freeRoundsRefused')
  }

  async function openGame(request: LaunchRequest, now: Date, place: LaunchPlace) {
    const isReal = request.mode === 'real'
    return ask('/game/url', {
      game_code: games.find(request.game)?.outside?.code,
      // `XXX` is the protocol's currency of play money.
      currency: isReal ? request.currency : 'XXX',
      ...(isReal && { user: request.playerId, token: issueSessionToken(request, tokenKey, now) }),
      platform: place.isMobile ? 'GPL_MOBILE' : 'GPL_DESKTOP',
      lang: request.locale,
      country: place.country ?? 'XX',
      ip: place.ip,
      lobby_url: place.siteUrl,
      deposit_url: `${place.siteUrl}/?wallet=deposit`,
      meta: {
        theme: request.theme,
        display_currency: request.currency,
        subunit_to_unit: findCurrency(request.currency)?.subunitToUnit ?? 100,
      },
    })
  }

  return {
    slug,
    name,
    get games() {
      return games.offered()
    },
    async launchUrl(request, now, place) {
      if (place.freeRounds) {
        const known = await createFreeRounds(place.freeRounds)
        if (!known.ok) return known
      }
      const answer = await openGame(request, now, place)
      const opened = answer.ok ? Opened.safeParse(answer.value) : null
      return opened?.success ? ok(opened.data.url) : refuse('studioUnavailable')
    },
    readLaunch: (token, { now }) => readSessionToken(token, tokenKey, now),
    isGenuine: ({ rawBody, header }) => isSignedBy(options.publicKeys, rawBody, header(signatureHeader) ?? ''),
    fairness: null,
    outside: {
      protocol: 'hub88',
      find: games.find,
      findByCode: games.findByCode,
      setGames: games.set,
      async catalogue() {
        return catalogueOf(await ask('/game/list', {}, catalogueCall), (value) => readHub88Games(value, name))
      },
      createFreeRounds,
      async cancelFreeRounds({ id }) {
        const answer = await ask('/freebet/rewards/cancel', { reward_uuid: id })
        return isAccepted(answer) ? ok() : refuse('studioUnavailable')
      },
      async reportFreeRounds({ id, currency }) {
        const answer = await ask('/freebet/rewards/info', { reward_uuid: id }, { areNumbersExact: true })
        const read = answer.ok ? Reward.safeParse(answer.value) : null
        if (!read?.success) return refuse('studioUnavailable')
        const { used_count: used, total_win: total } = read.data
        if (used === undefined) return ok(null)
        const won = total && fromHub88(total, findCurrency(currency)!.subunitToUnit)
        return won === null ? refuse('studioUnavailable') : ok({ used, won: won?.amount ?? 0n })
      },
    },
  }
}

/** An answer without a status means success; so do free rounds that are unknown or finished at the studio. */
function isAccepted(answer: Result<unknown, string>): boolean {
  const read = answer.ok ? Answered.safeParse(answer.value) : null
  return (
    read?.success === true && ['RS_OK', 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST', undefined].includes(read.data.status)
  )
}
