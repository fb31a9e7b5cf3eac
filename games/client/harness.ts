// A studio in one process without a database, for working on the pages: `node games/client/harness.ts [port]`. Not
// part of the product.

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { directionOf } from '#contract/locales.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { openDraw } from '../fairness.ts'
import { mathsOf } from '../games.ts'
import { isStepped, type PlayedMaths, type SteppedMaths } from '../maths.ts'
import { outcomeOf as endOf, replay } from '../stepped.ts'
import type { Choice, Outcome } from '../slot-engine/outcome.ts'
import { studioCurrencies } from '../studio/currencies.ts'
import { definitionOf } from '../studio/session.ts'
import { stakesFor } from '../studio/stakes.ts'
import type { ActRequest, PlayRequest, PublicRound, StudioErrorName, StudioRound } from '../studio-api.ts'
import { gameWords } from '../words.ts'
import { mountStudioPages } from './mount.ts'

const port = Number(process.argv[2] ?? 15700)
const app = Fastify()
const newSeed = () => randomBytes(32).toString('hex')
const sha = (text: string) => createHash('sha256').update(text).digest('hex')
let seeds = { server: newSeed(), client: 'player-seed', nonce: 0 }
let balance = 100_000
let fault: StudioErrorName | 'hang' | 'cut' | null = null
const rounds = new Map<string, StudioRound & { public: PublicRound }>()

/** This harness has readable tokens: `<slug>~<currency>~<locale>~<mode>`. */
const seat = (authorization: string | undefined) => {
  const [slug = 'dice', currency = 'EUR', locale = 'en', mode = 'demo'] = (authorization ?? '')
    .replace('Bearer ', '')
    .split('~')
  return { maths: mathsOf(slug)!, currency: studioCurrencies.get(currency)!, locale, mode: mode as 'real' | 'demo' }
}
const fairness = () => ({ serverSeedHash: sha(seeds.server), clientSeed: seeds.client, nextNonce: seeds.nonce })
const figures = (slug: string) =>
  JSON.parse(readFileSync(new URL(`../${slug}/figures.json`, import.meta.url), 'utf8')) as {
    rtp: number
    hitRate: number
    maxWinMultiplier: number
    mathsHash: string
  }

/** `?want=free` or `big` in the fault call searches for such an outcome. */
let want: string | null = null
async function outcomeOf(maths: PlayedMaths, stake: number, choice: Choice): Promise<Outcome> {
  for (let tries = 0; ; tries++) {
    const draw = await openDraw(seeds.server, seeds.client, seeds.nonce)
    const outcome = await maths.play(draw, stake, choice)
    const isWanted =
      !want ||
      tries > 20_000 ||
      (want === 'free'
        ? 'spins' in outcome && outcome.spins.length > 1
        : want === 'small'
          ? outcome.payout > 0 && outcome.payout <= stake
          : want === 'big'
            ? outcome.payout > stake * 15
            : outcome.payout > stake)
    if (isWanted) return outcome
    seeds.nonce++
  }
}

const lastRoundOf = (slug: string) => {
  const last = [...rounds.values()].filter((round) => round.public.game === slug).at(-1)
  return last && fault === 'hang' ? { ...last, status: 'open' as const, outcome: null } : (last ?? null)
}

await mountStudioPages(app, { folder: fileURLToPath(new URL('../../dist/studio', import.meta.url)) })
app.addHook('onRequest', async (_, reply) => void reply.header('access-control-allow-origin', '*'))
app.options('/studio/api/*', (_, reply) =>
  reply.header('access-control-allow-headers', 'authorization, content-type').code(HttpStatus.noContent).send(),
)
app.get('/studio/api/session', async (request) => {
  const { maths, currency, locale, mode } = seat(request.headers.authorization)
  const { name, description, rules } = gameWords(maths.slug, locale)
  const stakes = stakesFor(maths, currency.code)!
  return {
    game: {
      slug: maths.slug,
      kind: maths.kind,
      name,
      description,
      rules,
      mathsVersion: maths.version,
      ...figures(maths.slug),
      volatility: maths.volatility,
      cycleMs: 2_500,
    },
    definition: definitionOf(maths, stakes.default),
    mode,
    locale,
    direction: directionOf(locale),
    theme: 'dark',
    currency,
    stakes,
    freeSpins: null,
    balance,
    fairness: fairness(),
    lastRound: lastRoundOf(maths.slug),
  }
})
app.post<{ Body: PlayRequest }>('/studio/api/play', async (request, reply) => {
  const { maths, currency, mode } = seat(request.headers.authorization)
  const { playId, stake, choice } = request.body
  if (fault === 'cut') return reply.hijack().raw.destroy()
  if (fault && fault !== 'hang')
    return reply.code(HttpStatus.unprocessable).send({ error: { name: fault, message: fault } })
  let round = rounds.get(playId)
  if (!round) {
    if (stake > balance)
      return reply.code(HttpStatus.unprocessable).send({ error: { name: 'insufficientFunds', message: '' } })
    if (isStepped(maths))
      return { round: await beginSteps(request.headers.authorization, request.body), balance, fairness: fairness() }
    const outcome = await outcomeOf(maths, stake, choice)
    const basic: StudioRound = {
      id: randomUUID(),
      playId,
      status: 'settled',
      stake,
      extraStake: 0,
      choice,
      progress: null,
      outcome,
      payout: outcome.payout,
      nonce: seeds.nonce,
      createdAt: new Date().toISOString(),
    }
    round = {
      ...basic,
      public: {
        ...basic,
        status: 'settled',
        game: maths.slug,
        mathsVersion: maths.version,
        mathsHash: figures(maths.slug).mathsHash,
        mode,
        currency: currency.code,
        serverSeedHash: sha(seeds.server),
        serverSeed: null,
        clientSeed: seeds.client,
      },
    }
    balance += outcome.payout - stake
    seeds.nonce++
    rounds.set(playId, round)
  }
  if (!round) throw new Error('no round')
  if (fault === 'hang')
    return reply
      .code(HttpStatus.accepted)
      .send({ round: { ...round, status: 'open', outcome: null }, balance, fairness: fairness() })
  return { round, balance, fairness: fairness() }
})
/** Acts by round. */
const acts = new Map<string, ActRequest['act'][]>()

async function stepOf(round: StudioRound, maths: SteppedMaths) {
  const draw = await openDraw(seeds.server, seeds.client, round.nonce)
  const made = acts.get(round.id) ?? []
  return { draw, made, step: await replay(maths, draw, { stake: round.stake, choice: round.choice, acts: made }) }
}

async function beginSteps(authorization: string | undefined, { playId, stake, choice }: PlayRequest) {
  const { maths, currency, mode } = seat(authorization)
  if (!isStepped(maths)) throw new Error('no steps')
  const round: StudioRound & { public: PublicRound } = {
    id: randomUUID(),
    playId,
    status: 'playing',
    stake,
    extraStake: 0,
    choice,
    progress: null,
    outcome: null,
    payout: 0,
    nonce: seeds.nonce++,
    createdAt: new Date().toISOString(),
    public: { game: maths.slug, mode, currency: currency.code } as PublicRound,
  }
  balance -= stake
  rounds.set(playId, round)
  return showSteps(round, maths)
}

async function showSteps(round: StudioRound, maths: SteppedMaths): Promise<StudioRound> {
  const { made, step } = await stepOf(round, maths)
  round.progress = { view: step.view, acts: made.length }
  if (step.isFinal && round.status === 'playing') {
    round.status = 'settled'
    round.outcome = endOf(made, step)
    round.payout = step.payout ?? 0
    balance += round.payout
  }
  return round
}

app.post<{ Body: ActRequest }>('/studio/api/act', async (request, reply) => {
  const { maths } = seat(request.headers.authorization)
  const round = [...rounds.values()].find(({ id }) => id === request.body.roundId)
  if (!round || !isStepped(maths)) return reply.code(HttpStatus.notFound).send({ error: { name: 'roundNotFound' } })
  if (fault && fault !== 'hang' && fault !== 'cut')
    return reply.code(HttpStatus.unprocessable).send({ error: { name: fault, message: fault } })
  const { draw, made, step } = await stepOf(round, maths)
  const next = step.isFinal ? null : await maths.act(draw, step.state, request.body.act)
  if (!next) return reply.code(HttpStatus.unprocessable).send({ error: { name: 'actInvalid' } })
  round.extraStake += next.extraStake ?? 0
  balance -= next.extraStake ?? 0
  acts.set(round.id, [...made, request.body.act])
  return { round: await showSteps(round, maths), balance, fairness: fairness() }
})
app.post<{ Body: { clientSeed?: string } }>('/studio/api/seeds', async (request) => {
  const revealed = {
    serverSeed: seeds.server,
    serverSeedHash: sha(seeds.server),
    clientSeed: seeds.client,
    roundsPlayed: seeds.nonce,
  }
  for (const round of rounds.values())
    if (round.public.serverSeedHash === revealed.serverSeedHash) round.public.serverSeed = seeds.server
  seeds = { server: newSeed(), client: request.body.clientSeed ?? newSeed(), nonce: 0 }
  return { revealed, fairness: fairness() }
})
app.get<{ Params: { id: string } }>(
  '/studio/api/rounds/:id',
  async (request, reply) =>
    [...rounds.values()].find((round) => round.id === request.params.id)?.public ??
    reply.code(HttpStatus.notFound).send({ error: { name: 'roundNotFound', message: '' } }),
)
app.get<{ Querystring: { fault?: string; want?: string; balance?: string } }>('/set', async ({ query }) => {
  if (query.fault !== undefined) fault = (query.fault || null) as typeof fault
  if (query.want !== undefined) want = query.want || null
  if (query.balance) balance = Number(query.balance)
  return { fault, want, balance }
})
app.get<{ Querystring: Record<string, string> }>('/', async ({ query }, reply) => {
  const { slug = 'lantern-harbor', currency = 'EUR', locale = 'en', mode = 'demo', theme = 'dark' } = query
  const address = `/studio/play/${slug}?token=${slug}~${currency}~${locale}~${mode}&locale=${locale}&theme=${theme}`
  return reply
    .type('text/html')
    .send(
      `<!doctype html><html lang="en"><title>Harness</title><body style="margin:0;overflow:hidden"><iframe title="game" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" style="border:0;width:100vw;height:100vh;display:block" src="${address}"></iframe><script>window.news=[];addEventListener('message',(event)=>window.news.push(event.data))</script></body></html>`,
    )
})
await app.listen({ port, host: '127.0.0.1' })
console.log(`http://127.0.0.1:${port}/?slug=ember-forge&locale=en&currency=EUR`)
