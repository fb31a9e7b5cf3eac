/**
 * The wallet as the in-process studio calls it: the same verbs as the studio calls, without HTTP, signature or a
 * second parse.
 */
import type { Endpoint, Result } from '#contract/endpoint.ts'
import * as contract from '#contract/games.ts'
import type { OperatorWalletAnswer, OperatorWallet } from '#games/studio/operator-wallet.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { studioBalance } from './studio-balance.ts'
import { studioBet } from './studio-bet.ts'
import { studioRollback } from './studio-rollback.ts'
import { studioRound } from './studio-round.ts'
import { studioWin } from './studio-win.ts'

type Verb = (ctx: Ctx, input: never) => Promise<Result<{ balance: number }, string>>

export function walletInProcess(deps: Deps, studio: string): OperatorWallet {
  const caller: Ctx['caller'] = {
    requestId: 'studio',
    ip: '127.0.0.1',
    userAgent: studio,
    country: null,
    locale: 'en',
    bearer: null,
    captcha: null,
    player: null,
  }
  const ctx: Ctx = { ...deps, caller }
  const inputOf = ({ body }: Endpoint, call: object): object | null => {
    const input = body!.safeParse(call)
    return input.success ? { ...(input.data as object), studio } : null
  }
  const ask = async (endpoint: Endpoint, verb: Verb, call: object): Promise<OperatorWalletAnswer> => {
    const input = inputOf(endpoint, call)
    if (!input) return invalid
    try {
      return answerOf(await verb(ctx, input as never))
    } catch (error) {
      return unknown(error)
    }
  }
  const askRound: NonNullable<OperatorWallet['round']> = async (calls) => {
    const [bet, win] = [inputOf(contract.studioBet, calls.bet), inputOf(contract.studioWin, calls.win)]
    if (!bet || !win) return { bet: invalid, win: invalid }
    try {
      const answers = await studioRound(ctx, bet as never, win as never)
      return { bet: answerOf(answers.bet), win: answerOf(answers.win) }
    } catch (error) {
      return { bet: unknown(error), win: unknown(error) }
    }
  }
  return {
    balance: (call) => ask(contract.studioBalance, studioBalance, call),
    bet: (call) => ask(contract.studioBet, studioBet, call),
    win: (call) => ask(contract.studioWin, studioWin, call),
    rollback: (call) => ask(contract.studioRollback, studioRollback, call),
    round: askRound,
  }
}

const invalid: OperatorWalletAnswer = { kind: 'refused', name: 'validation' }

function answerOf(answer: Result<{ balance: number }, string>): OperatorWalletAnswer {
  return answer.ok ? { kind: 'accepted', balance: answer.value.balance } : { kind: 'refused', name: answer.refusal }
}

/** A commit whose response was lost may have taken the stake. */
function unknown(error: unknown): OperatorWalletAnswer {
  return { kind: 'unknown', reason: String(error) }
}
