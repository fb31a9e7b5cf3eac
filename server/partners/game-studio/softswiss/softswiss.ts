/**
 * An aggregator that uses the SoftSwiss protocol: its catalogue, launches and free spins. Its wallet calls are answered
 * by server/play/studios.
 */
import { z } from 'zod'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { cutToSubunits, ExactAmount } from '#contract/exact-number.ts'
import { catalogueCall, catalogueOf } from '../catalogue.ts'
import { createGamesByCode } from '../games-by-code.ts'
import type { FreeRounds, FreeRoundsRefusal, GameStudio } from '../port.ts'
import { postJson, type PostOptions } from '../post-json.ts'
import { issueSessionToken, readSessionToken } from '../session-token.ts'
import { isSignedBy, signatureHeader, signBody } from './signature.ts'
import { readSoftswissGames } from './wire.ts'

export type SoftswissOptions = {
  slug: string
  name: string
  /** Address of the aggregator's calls: `<url>/games`, `<url>/sessions`, `<url>/demo`, `<url>/freespins/issue`. */
  url: string
  casinoId: string
  /** Shared secrets: the first one signs, all are accepted. */
  secrets: readonly string[]
  /** Signs the tokens of launches; known only to the site. */
  tokenKey: string
  timeoutMs?: number
}

const Opened = z.object({ launch_options: z.object({ game_url: z.url({ protocol: /^https?$/ }).max(4_000) }) })
const Issue = z.object({
  status: z.string().optional(),
  freespins_performed: z.int().min(0).max(1_000_000).optional(),
  total_amount: ExactAmount.optional(),
})

export function createSoftswissStudio(options: SoftswissOptions): GameStudio {
  const { slug, name, tokenKey, secrets, timeoutMs = 5_000 } = options
  const url = options.url.replace(/\/$/, '')
  const games = createGamesByCode()
  const ask = (path: string, call: object, terms?: Partial<PostOptions>) => {
    const body = JSON.stringify({ casino_id: options.casinoId, ...call })
    const headers = { [signatureHeader]: signBody(body, secrets[0]!) }
    return postJson(`${url}${path}`, { body, headers, timeoutMs, ...terms })
  }
  const codeOf = (id: string) => games.find(id)?.outside?.code

  async function createFreeRounds(rounds: FreeRounds): Promise<Result<void, FreeRoundsRefusal>> {
    const answer = await ask('/freespins/issue', {
      issue_id: rounds.id,
      currency: rounds.currency,
      games: [codeOf(rounds.game)],
      freespins_quantity: rounds.count,
      bet_amount: Number(rounds.stake),
      valid_until: rounds.expiresAt.toISOString(),
      user: { id: rounds.playerId },
    })
    if (answer.ok) return ok()
    return refuse(answer.refusal === 'rejected' ? 'freeRoundsRefused' : 'studioUnavailable')
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
      const common = {
        game: codeOf(request.game),
        locale: request.locale,
        ip: place.ip,
        client_type: place.isMobile ? 'mobile' : 'desktop',
        urls: { return_url: place.siteUrl, deposit_url: `${place.siteUrl}/?wallet=deposit` },
      }
      const answer =
        request.mode === 'demo'
          ? await ask('/demo', common)
          : await ask('/sessions', {
              ...common,
              currency: request.currency,
              session_id: issueSessionToken(request, tokenKey, now),
              user: { id: request.playerId, country: place.country ?? 'XX' },
            })
      const opened = answer.ok ? Opened.safeParse(answer.value) : null
      return opened?.success ? ok(opened.data.launch_options.game_url) : refuse('studioUnavailable')
    },
    readLaunch: (token, { now }) => readSessionToken(token, tokenKey, now),
    isGenuine: ({ rawBody, header }) => isSignedBy(secrets, rawBody, header(signatureHeader) ?? ''),
    fairness: null,
    outside: {
      protocol: 'softswiss',
      find: games.find,
      findByCode: games.findByCode,
      setGames: games.set,
      async catalogue() {
        return catalogueOf(await ask('/games', {}, catalogueCall), (value) => readSoftswissGames(value, name))
      },
      createFreeRounds,
      async cancelFreeRounds({ id }) {
        const answer = await ask('/freespins/cancel', { issue_id: id })
        return answer.ok ? ok() : refuse('studioUnavailable')
      },
      async reportFreeRounds({ id }) {
        const answer = await ask('/freespins/status', { issue_id: id }, { areNumbersExact: true })
        const read = answer.ok ? Issue.safeParse(answer.value) : null
        if (!read?.success) return refuse('studioUnavailable')
        const { freespins_performed: used, total_amount: total } = read.data
        if (used === undefined) return ok(null)
        const won = total && cutToSubunits(total)
        return won === null ? refuse('studioUnavailable') : ok({ used, won: won?.amount ?? 0n })
      },
    },
  }
}
