/** The wallet calls of the Hub88 protocol: read, handed to the wallet, answered with one of the protocol's statuses. */
import type { z } from 'zod'
import { type CutAmount, cutToSubunits, type Decimal } from '#contract/exact-number.ts'
import { studioAnswers } from '#contract/refusals-of-play.ts'
import type { Ctx } from '../../../deps.ts'
import type { GameStudio } from '../../../partners/game-studio/port.ts'
import { fromHub88, toHub88 } from '../../../partners/game-studio/hub88/amounts.ts'
import {
  Hub88Balance,
  Hub88Bet,
  Hub88Info,
  Hub88Rollback,
  type Hub88Status,
  Hub88Win,
} from '../../../partners/game-studio/hub88/wire.ts'
import { findPlayer } from '../../../identity/index.ts'
import { findCurrency } from '../../../reference/index.ts'
import { isUuid } from './is-uuid.ts'
import { type Outcome, payWin, readBalance, readSpendable, type Refusal, rollBack, takeBet } from './wallet.ts'

export type Hub88Answer = {
  status: Hub88Status
  request_uuid?: string
  user?: string
  currency?: string
  balance?: number
  country?: string
}

type Call = { ctx: Ctx; studio: GameStudio; body: unknown }

export const hub88Calls: Record<string, (call: Call) => Promise<Hub88Answer>> = {
  'user/info': (call) => read(call, Hub88Info, info),
  'user/balance': (call) =>
    read(call, Hub88Balance, async ({ token, user, ...body }, { ctx, studio }) =>
      answerOf(ctx, body, await readBalance({ ctx, studio, token, user: user ?? null })),
    ),
  'transaction/bet': (call) =>
    read(call, Hub88Bet, async (body, { ctx, studio }) => {
      const stake = subunits(body)
      if (!stake || stake.remainder !== null) return wrongTypes(body)
      const { amount } = stake
      const transaction = transactionOf(body)
      const terms = { amount, reward: body.reward_uuid ?? null, isLast: body.round_closed === true }
      return answerOf(ctx, body, await takeBet(callerOf(ctx, studio, body), transaction, terms))
    }),
  'transaction/win': (call) =>
    read(call, Hub88Win, async (body, { ctx, studio }) => {
      const won = subunits(body)
      if (!won) return wrongTypes(body)
      const transaction = { ...transactionOf(body), betTransactionId: body.reference_transaction_uuid }
      return answerOf(
        ctx,
        body,
        await payWin(callerOf(ctx, studio, body), transaction, { won, isLast: body.round_closed === true }),
      )
    }),
  'transaction/rollback': (call) =>
    read(call, Hub88Rollback, async (body, { ctx, studio }) => {
      const { round: roundId, game_code: code, transaction_uuid: transactionId } = body
      const transaction = { roundId, code, transactionId, betTransactionId: body.reference_transaction_uuid }
      return answerOf(ctx, body, await rollBack(callerOf(ctx, studio, body), transaction))
    }),
}

/** A missing field is wrong syntax, a field of another type a wrong type. */
async function read<S extends z.ZodType>(
  call: Call,
  shape: S,
  work: (body: z.output<S>, call: Call) => Promise<Hub88Answer>,
): Promise<Hub88Answer> {
  const parsed = shape.safeParse(call.body)
  if (parsed.success) return work(parsed.data, call)
  const sent = typeof call.body === 'object' && call.body !== null ? (call.body as Record<string, unknown>) : null
  const isMissing = sent === null || parsed.error.issues.some(({ path }) => sent[String(path[0])] === undefined)
  const id = sent?.request_uuid
  return {
    status: isMissing ? 'RS_ERROR_WRONG_SYNTAX' : 'RS_ERROR_WRONG_TYPES',
    ...(typeof id === 'string' && { request_uuid: id.slice(0, 128) }),
  }
}

/** The country is all that a studio needs of a player. */
async function info(body: z.output<typeof Hub88Info>, { ctx, studio }: Call): Promise<Hub88Answer> {
  const { request_uuid, user, token } = body
  const launch = token ? studio.readLaunch(token, { now: null }) : null
  if (token && launch?.playerId !== user) return { status: 'RS_ERROR_INVALID_TOKEN', request_uuid }
  const player = isUuid(user) ? await findPlayer(ctx.db.kysely, user) : undefined
  if (!player) return { status: 'RS_ERROR_INVALID_TOKEN', request_uuid }
  return {
    status: 'RS_OK',
    request_uuid,
    user,
    country: player.country ?? 'XX',
    ...(launch && { currency: launch.currency }),
  }
}

type Common = { request_uuid: string }
const callerOf = (
  ctx: Ctx,
  studio: GameStudio,
  { token, user }: { token: string; user?: string | null | undefined },
) => ({
  ctx,
  studio,
  token,
  user: user ?? null,
})
const transactionOf = (body: z.output<typeof Hub88Bet>) => ({
  code: body.game_code,
  roundId: body.round,
  transactionId: body.transaction_uuid,
  currency: body.currency,
})

/** In a currency that the site does not know, the amount does not matter: the currency is refused. */
function subunits({ amount, currency }: { amount: Decimal; currency: string }): CutAmount | null {
  const known = findCurrency(currency)
  return known ? fromHub88(amount, known.subunitToUnit) : cutToSubunits({ digits: 0n, scale: 0 })
}

const wrongTypes = ({ request_uuid }: Common): Hub88Answer => ({ status: 'RS_ERROR_WRONG_TYPES', request_uuid })

async function answerOf(ctx: Ctx, { request_uuid }: Common, outcome: Outcome): Promise<Hub88Answer> {
  if (outcome.ok) {
    const { playerId: user, currency, balance } = outcome
    return { status: 'RS_OK', request_uuid, user, currency, balance: amountOf(balance, currency) }
  }
  const status = statusOf(outcome.refusal)
  if (!outcome.player) return { status, request_uuid }
  const { playerId: user, currency } = outcome.player
  if (outcome.refusal !== 'insufficientFunds') return { status, request_uuid, user, currency }
  const balance = amountOf(await readSpendable(ctx, outcome.player), currency)
  return { status, request_uuid, user, currency, balance }
}

const amountOf = (balance: bigint, currency: string) => toHub88(balance, findCurrency(currency)!.subunitToUnit)

const statusOf = (refusal: Refusal): Hub88Status =>
  refusal === 'tokenExpired' ? 'RS_ERROR_TOKEN_EXPIRED' : studioAnswers[refusal].hub88
