/** Calls of a studio to the site's wallet. */
import { randomUUID } from 'node:crypto'
import type { Bet, Player, Rollback, WalletAnswer, Win } from './protocol.ts'
import { signatureHeader, signBody } from './signature.ts'

export type WalletOptions = {
  /**
   * The address of the wallet calls, such as https://site.example/api/partners/studios/<slug>; it is read at each call.
   */
  url: () => string
  /** The studio's private key in PEM; the site has its public key. */
  privateKey: string
  timeoutMs?: number
}

/**
 * Null means no response. The call may have taken effect: repeat it with the same transaction id, or roll the bet back.
 */
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
