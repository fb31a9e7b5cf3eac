/** The site's wallet, as a studio calls it. */
import { randomUUID } from 'node:crypto'
import type { Bet, Player, Rollback, WalletAnswer, Win } from './protocol.ts'
import { signatureHeader, signBody } from './signature.ts'

export type WalletOptions = {
  /** Address of the wallet calls, such as https://site.example/api/partners/studios/<slug>; read at each call. */
  url: () => string
  /** PEM; the site has its public half. */
  privateKey: string
  timeoutMs?: number
}

/** `null`: no answer. The call may have taken effect: repeat it with the same transaction id, or roll the bet back. */
export type Asked = Promise<WalletAnswer | null>

export type Wallet = {
  info(call: { user: string; token?: string }): Asked
  balance(call: Player & { game_code?: string }): Asked
  bet(call: Bet): Asked
  win(call: Win): Asked
  rollback(call: Rollback): Asked
}

export function createWallet({ url, privateKey, timeoutMs = 5_000 }: WalletOptions): Wallet {
  const ask = (path: string) => async (call: object) => {
    const body = JSON.stringify({ request_uuid: randomUUID(), ...call })
    try {
      const answer = await fetch(`${url()}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [signatureHeader]: signBody(body, privateKey) },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      })
      return answer.status === 200 ? ((await answer.json()) as WalletAnswer) : null
    } catch {
      return null
    }
  }
  return {
    info: ask('user/info'),
    balance: ask('user/balance'),
    bet: ask('transaction/bet'),
    win: ask('transaction/win'),
    rollback: ask('transaction/rollback'),
  }
}
