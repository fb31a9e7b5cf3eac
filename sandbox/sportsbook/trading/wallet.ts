/**
 * Calls the operator's wallet by the protocol: calls are signed, and repeated with the same request id until they are
 * answered.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as HttpStatus from '#contract/statuses.ts'
import { Authenticated, BetReply, signatureHeaders, signatureWindowMs } from '#contract/sportsbook-protocol.ts'
import type { z } from 'zod'
import type { SportsbookFaults } from '../faults.ts'

export type Answer<Value> =
  | { is: 'accepted'; value: Value }
  | { is: 'refused'; name: string; message: string }
  /** It is unknown whether the call had an effect. */
  | { is: 'lost' }

export type WalletCall = { call: string; [field: string]: unknown }

/** The response to a decline of a bet that never arrived has no amounts. */
const Concluded = BetReply.partial()

export type Wallet = {
  authenticate(token: string): Promise<Answer<z.infer<typeof Authenticated>>>
  send(call: WalletCall): Promise<Answer<z.infer<typeof Concluded>>>
}

type WalletOptions = {
  /** The address of the calls, such as http://localhost:3000/api/partners/sportsbook/sportsbook. */
  url: () => string
  key: string
  faults: SportsbookFaults
  timeoutMs?: number
}

export const signatureOf = (key: string, timestamp: string, body: string) =>
  createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')

export function isSigned(key: string, timestamp: string, signature: string, body: string, now: number): boolean {
  const seconds = Number(timestamp)
  if (!Number.isInteger(seconds) || Math.abs(seconds * 1000 - now) > signatureWindowMs) return false
  const expected = Buffer.from(signatureOf(key, timestamp, body))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const reorderMs = 200
/** Refusals that are not final, after which the call is repeated. */
const repeated: number[] = [HttpStatus.requestTimeout, HttpStatus.tooEarly, HttpStatus.tooManyRequests]

export function createWallet({ url, key, faults, timeoutMs = 8_000 }: WalletOptions): Wallet {
  /** A call that is sent only after the next one. */
  let waiting: (() => void) | null = null

  async function post(call: WalletCall): Promise<Answer<unknown>> {
    const body = JSON.stringify(call)
    const timestamp = String(Math.floor(Date.now() / 1000))
    const headers = {
      'content-type': 'application/json',
      [signatureHeaders.timestamp]: timestamp,
      [signatureHeaders.signature]: signatureOf(key, timestamp, body),
    }
    try {
      const answer = await fetch(`${url()}/${call.call}`, {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await answer.text()
      if (answer.ok) return { is: 'accepted', value: JSON.parse(text) as unknown }
      const isFinal =
        answer.status >= HttpStatus.badRequest &&
        answer.status < HttpStatus.internalServerError &&
        !repeated.includes(answer.status)
      if (!isFinal) return { is: 'lost' }
      const { error } = JSON.parse(text) as { error?: { name?: string; message?: string } }
      return { is: 'refused', name: error?.name ?? 'refused', message: error?.message ?? '' }
    } catch {
      return { is: 'lost' }
    }
  }

  async function underFaults(call: WalletCall): Promise<Answer<unknown>> {
    if (faults.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.slowMs))
    if (faults.isReordering && call.call !== 'authenticate') await reorder()
    const [answer] = await Promise.all(Array.from({ length: Math.max(1, faults.copies) }, () => post(call)))
    if (faults.lostAnswers > 0 && call.call !== 'authenticate') {
      faults.lostAnswers -= 1
      return { is: 'lost' }
    }
    return answer!
  }

  /** Delays every other call until the next one has been sent, for a short time at most. */
  async function reorder(): Promise<void> {
    if (waiting) {
      const release = waiting
      waiting = null
      setTimeout(release, 50)
      return
    }
    await new Promise<void>((resolve) => {
      waiting = resolve
      setTimeout(resolve, reorderMs)
    })
  }

  async function read<Schema extends z.ZodType>(call: WalletCall, schema: Schema): Promise<Answer<z.infer<Schema>>> {
    const answer = await underFaults(call)
    if (answer.is !== 'accepted') return answer
    const parsed = schema.safeParse(answer.value)
    return parsed.success ? { is: 'accepted', value: parsed.data } : { is: 'lost' }
  }

  return {
    authenticate: (token) => read({ call: 'authenticate', token }, Authenticated),
    send: (call) => read(call, Concluded),
  }
}
