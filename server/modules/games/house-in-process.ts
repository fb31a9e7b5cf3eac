/** The house as the studio in the same process reaches it: the very verbs of the wallet calls, without HTTP, signature or a second parse. */
import type { Endpoint, Result } from '#contract/endpoint.ts'
import * as contract from '#contract/games.ts'
import type { HouseAnswer, HouseWallet } from '#games/studio/house-wallet.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { studioBalance } from './studio-balance.ts'
import { studioBet } from './studio-bet.ts'
import { studioRollback } from './studio-rollback.ts'
import { studioWin } from './studio-win.ts'

type Verb = (ctx: Ctx, input: never) => Promise<Result<{ balance: number }, string>>

export function houseInProcess(deps: Deps, studio: string): HouseWallet {
  const caller: Ctx['caller'] = {
    requestId: 'studio',
    ip: '127.0.0.1',
    userAgent: studio,
    country: null,
    locale: 'en',
    bearer: null,
    player: null,
  }
  const ask = async ({ body }: Endpoint, verb: Verb, call: object): Promise<HouseAnswer> => {
    const input = body!.safeParse(call)
    if (!input.success) return { kind: 'refused', name: 'validation' }
    try {
      const answer = await verb({ ...deps, caller }, { ...(input.data as object), studio } as never)
      return answer.ok ? { kind: 'accepted', balance: answer.value.balance } : { kind: 'refused', name: answer.refusal }
    } catch (error) {
      // A commit whose answer was lost may have taken the stake.
      return { kind: 'unknown', reason: String(error) }
    }
  }
  return {
    balance: (call) => ask(contract.studioBalance, studioBalance, call),
    bet: (call) => ask(contract.studioBet, studioBet, call),
    win: (call) => ask(contract.studioWin, studioWin, call),
    rollback: (call) => ask(contract.studioRollback, studioRollback, call),
  }
}
