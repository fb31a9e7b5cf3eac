/**
 * The studio's client of the seamless wallet: signed calls over HTTP. Anything but a clear acceptance or rejection is
 * `unknown`, because a lost answer can be either.
 */
import { createHmac } from 'node:crypto'
import * as HttpStatus from '#contract/statuses.ts'

export type OperatorWalletAnswer =
  | { kind: 'accepted'; balance: number }
  | { kind: 'refused'; name: string }
  /** The request cannot have arrived. */
  | { kind: 'unreachable' }
  | { kind: 'unknown'; reason: string }

export type WalletCall = { token: string; currency: string; gameId: string; roundId: string; transactionId: string }
/** `country`: the player's country as the studio sees it. */
export type BetCall = WalletCall & { amount: number; country?: string }
export type WinCall = WalletCall & { amount: number; isRoundFinished: true }
export type OperatorWallet = {
  balance(call: { token: string }): Promise<OperatorWalletAnswer>
  bet(call: BetCall): Promise<OperatorWalletAnswer>
  win(call: WinCall): Promise<OperatorWalletAnswer>
  rollback(call: WalletCall & { betTransactionId: string }): Promise<OperatorWalletAnswer>
  /** Bet and win in one commit, the win only if the bet is accepted. Undefined where each is a separate call. */
  round?:
    | ((calls: { bet: BetCall; win: WinCall }) => Promise<{ bet: OperatorWalletAnswer; win: OperatorWalletAnswer }>)
    | undefined
}

export type WalletClientOptions = {
  /** Address of the wallet; read at each call, because tests know the port only after the server has started. */
  baseUrl: () => string
  studio: string
  /** Signs each call's timestamp and raw body. */
  signingKey: string
  clock: { now(): Date }
  timeoutMs?: number
}

export function walletOverHttp(options: WalletClientOptions): OperatorWallet {
  const call = (verb: string) => (body: object) => send(options, verb, JSON.stringify(body))
  return { balance: call('balance'), bet: call('bet'), win: call('win'), rollback: call('rollback') }
}

async function send(options: WalletClientOptions, verb: string, body: string): Promise<OperatorWalletAnswer> {
  const timestamp = String(Math.floor(options.clock.now().getTime() / 1000))
  const signature = createHmac('sha256', options.signingKey).update(`${timestamp}.${body}`).digest('hex')
  try {
    const response = await fetch(`${options.baseUrl()}/api/partners/games/${options.studio}/${verb}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-studio-timestamp': timestamp, 'x-studio-signature': signature },
      body,
      signal: AbortSignal.timeout(options.timeoutMs ?? 5_000),
    })
    return readAnswer(response.status, await response.json())
  } catch (error) {
    return isUndelivered(error) ? { kind: 'unreachable' } : { kind: 'unknown', reason: String(error) }
  }
}

function readAnswer(status: number, answer: unknown): OperatorWalletAnswer {
  const { balance, error } = answer as { balance?: unknown; error?: { name?: unknown } }
  if (status === HttpStatus.ok && typeof balance === 'number') return { kind: 'accepted', balance }
  if (
    status >= HttpStatus.badRequest &&
    status < HttpStatus.internalServerError &&
    status !== HttpStatus.tooManyRequests &&
    typeof error?.name === 'string'
  )
    return { kind: 'refused', name: error.name }
  return { kind: 'unknown', reason: `HTTP ${status}` }
}

/** True if no connection was made, so the wallet cannot have taken anything. */
function isUndelivered(error: unknown): boolean {
  const cause = (error as { cause?: { code?: string; errors?: Array<{ code?: string }> } }).cause
  const codes = [cause?.code, ...(cause?.errors ?? []).map((inner) => inner.code)]
  return codes.some((code) => code === 'ECONNREFUSED' || code === 'ENOTFOUND')
}
