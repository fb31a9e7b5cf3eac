/** The wallet calls of the SoftSwiss form: `/play` with actions, `/rollback`, `/freespins`. */
import { z } from 'zod'
import { cutToSubunits } from '#contract/exact-number.ts'
import { studioAnswers } from '#contract/refusals-of-play.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { Ctx } from '../../../deps.ts'
import type { GameStudio } from '../../../partners/game-studio/port.ts'
import { SoftswissFreespins, SoftswissPlay, SoftswissRollback } from '../../../partners/game-studio/softswiss/wire.ts'
import { payFreeSpins } from '../../../bonuses/index.ts'
import { isUuid } from './is-uuid.ts'
import {
  type Caller,
  finishRound,
  type Outcome,
  payWin,
  readBalance,
  readSpendable,
  type Refusal,
  rollBack,
  takeBet,
} from './wallet.ts'

export type SoftswissAnswer = { status: number; body: object }
type Call = { ctx: Ctx; studio: GameStudio; body: unknown }
type Transaction = { action_id: string; tx_id: string; processed_at: string }

export const softswissCalls: Record<string, (call: Call) => Promise<SoftswissAnswer>> = {
  play: (call) => read(call, SoftswissPlay, play),
  rollback: (call) => read(call, SoftswissRollback, undo),
  freespins: (call) => read(call, SoftswissFreespins, freespins),
}

const error = (status: number, code: number, message: string, more: object = {}): SoftswissAnswer => ({
  status,
  body: { code, message, ...more },
})
export const forbidden = error(HttpStatus.forbidden, 403, 'The signature is wrong')
export const notFound = error(HttpStatus.notFound, 404, 'Unknown call')
export const badRequest = error(HttpStatus.badRequest, 400, 'The body is malformed')
export const internal = error(HttpStatus.internalServerError, 500, 'The call failed; repeat it')

async function read<S extends z.ZodType>(
  call: Call,
  shape: S,
  work: (body: z.output<S>, call: Call) => Promise<SoftswissAnswer>,
): Promise<SoftswissAnswer> {
  const parsed = shape.safeParse(call.body)
  return parsed.success ? work(parsed.data, call) : badRequest
}

async function play(body: z.output<typeof SoftswissPlay>, { ctx, studio }: Call): Promise<SoftswissAnswer> {
  const { session_id: token, user_id: user, game_id: roundId, game: code, currency, actions, finished } = body
  const caller: Caller = { ctx, studio, token, user }
  if (roundId === undefined)
    return actions.length === 0 ? answerOf(ctx, body, await readBalance(caller), []) : badRequest
  if (actions.length === 0)
    return answerOf(ctx, body, await (finished ? finishRound(caller, roundId) : readBalance(caller)), [])
  const amounts = actions.map(({ amount }) => cutToSubunits(amount))
  // Of a stake nothing can be left out; wins are rounded down.
  if (amounts.some((cut, index) => !cut || (actions[index]!.action === 'bet' && cut.remainder !== null)))
    return badRequest
  const done: Transaction[] = []
  let last: Outcome | undefined
  // Actions are independent: after a refused one no further action is processed, and the earlier ones are repeated safely.
  for (const [index, { action, action_id: transactionId }] of actions.entries()) {
    const transaction = { code, roundId, transactionId, currency }
    const won = amounts[index]!
    const isLast = finished && index === actions.length - 1
    last =
      action === 'bet'
        ? await takeBet(caller, transaction, { amount: won.amount, isLast, reward: null })
        : await payWin(caller, transaction, { won, isLast })
    if (!last.ok) break
    done.push(transactionOf(ctx, transactionId))
  }
  return answerOf(ctx, body, last!, done)
}

async function undo(body: z.output<typeof SoftswissRollback>, { ctx, studio }: Call): Promise<SoftswissAnswer> {
  const { session_id: token, user_id: user, game_id: roundId, game: code, currency, actions, finished } = body
  const caller: Caller = { ctx, studio, token, user }
  const done: Transaction[] = []
  let last: Outcome | undefined
  for (const { action_id: transactionId, original_action_id: betTransactionId } of actions) {
    last = await rollBack(caller, { code, roundId, transactionId, currency, betTransactionId })
    if (!last.ok) break
    // The protocol's form for a rollback without effect, which the aggregator does not repeat.
    done.push({ ...transactionOf(ctx, transactionId), ...(last.isLate && { tx_id: '' }) })
  }
  if (finished && last?.ok) last = await finishRound(caller, roundId)
  return answerOf(ctx, body, last!, done)
}

/** At their end, the whole of what free spins have won. */
async function freespins(body: z.output<typeof SoftswissFreespins>, { ctx, studio }: Call): Promise<SoftswissAnswer> {
  const { issue_id: id, status, total_amount } = body
  const total = cutToSubunits(total_amount)
  if (!total) return badRequest
  const isOver = status === 'played' || (status === 'expired' && total_amount.digits > 0n)
  if (!isOver) return { status: HttpStatus.ok, body: {} }
  const highest = (gameId: string) => studio.outside!.find(gameId)?.maxWinMultiplier ?? ctx.settings.maxWinMultiplier
  const paid = isUuid(id)
    ? await payFreeSpins(ctx, { id, studio: studio.slug, total, highest })
    : ({ ok: false, refusal: 'unknown' } as const)
  if (paid.ok) {
    const balance = await readSpendable(ctx, paid.value)
    return { status: HttpStatus.ok, body: { balance: Number(balance) } }
  }
  if (paid.refusal === 'unknown') return error(HttpStatus.preconditionFailed, 101, 'Unknown free spins')
  ctx.log.error(
    { id, amount: total.amount, refusal: paid.refusal },
    'the total of free spins was refused and needs review',
  )
  return error(
    HttpStatus.preconditionFailed,
    400,
    'The total is more than these free spins can win, or another one was paid',
  )
}

const transactionOf = ({ clock }: Ctx, id: string): Transaction => ({
  action_id: id,
  tx_id: id,
  processed_at: clock.now().toISOString(),
})

async function answerOf(
  ctx: Ctx,
  { game_id }: { game_id?: string | undefined },
  outcome: Outcome,
  transactions: Transaction[],
): Promise<SoftswissAnswer> {
  const round = game_id === undefined ? {} : { game_id, transactions }
  if (outcome.ok) return { status: HttpStatus.ok, body: { balance: Number(outcome.balance), ...round } }
  const [code, message] = errorOf(outcome.refusal)
  const balance = outcome.player ? { balance: Number(await readSpendable(ctx, outcome.player)) } : {}
  return error(HttpStatus.preconditionFailed, code, message, { ...balance, ...round })
}

const errorOf = (refusal: Refusal): readonly [code: number, message: string] =>
  refusal === 'tokenExpired' ? [101, 'The session has ended'] : studioAnswers[refusal].softswiss
