/**
 * A source of exchange rates, which move in a slow wave around fixed rates and are the same for every caller at a given
 * moment.
 */
import { createHmac } from 'node:crypto'
import * as HttpStatus from '#contract/statuses.ts'
import { type Answer, json, type SandboxRoute } from './router.ts'

export const ratesPath = '/rates'

/** The secret that signs the quotes. It is derived, so that one secret in the settings is sufficient. */
export function ratesSecretOf(secret: string): string {
  return createHmac('sha256', secret).update('sandbox rates').digest('hex')
}

const baseRates: Record<string, number> = {
  USD: 1.1625,
  BRL: 6.2184,
  BTC: 0.00001124,
  ETH: 0.0003582,
  USDT: 1.1631,
}
/** The amplitude of the wave, far below a change that needs an operator's decision. */
const amplitude = 0.004
const hourMs = 3_600_000

export function ratesRoutes(secret: string, now: () => Date = () => new Date()): SandboxRoute[] {
  return [{ method: 'GET', path: ratesPath, handle: () => signed(quoteAt(now()), ratesSecretOf(secret), now()) }]
}

export function quoteAt(at: Date): { base: 'EUR'; at: string; rates: Record<string, number> } {
  const rates = Object.entries(baseRates).map(([code, rate], index) => {
    const phase = (at.getTime() / hourMs / (5 + index)) * 2 * Math.PI
    return [code, Number((rate * (1 + amplitude * Math.sin(phase))).toPrecision(6))] as const
  })
  return { base: 'EUR', at: at.toISOString(), rates: { EUR: 1, ...Object.fromEntries(rates) } }
}

function signed(quote: unknown, secret: string, now: Date): Answer {
  const answer = json(HttpStatus.ok, quote)
  const time = Math.floor(now.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${answer.body}`).digest('hex')
  return { ...answer, headers: { 'rates-signature': `t=${time},v1=${signature}` } }
}
