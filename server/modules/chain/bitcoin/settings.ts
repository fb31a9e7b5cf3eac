/** Bitcoin's part of the chain's settings. */
import { z } from 'zod'
import { amountShape, checkAll, checkPublicKey, type Range, rangeOf } from '../setting-shapes.ts'
import { type BitcoinNetwork, bitcoinNetworkNames } from './network-names.ts'

export const bitcoinShape = {
  CHAIN_BTC_ESPLORA_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      description:
        "An Esplora server's API, such as an electrs of your own; with it BTC is deposited on chain. May carry a key",
      secret: true,
    }),
  CHAIN_BTC_XPUB: z.string().optional().meta({
    description:
      "Extended public key of the deposit addresses (zpub or xpub; vpub or tpub for test networks): the account m/84'/0'/0', or its receiving chain. Never a private one",
  }),
  CHAIN_BTC_NETWORK: z
    .enum(bitcoinNetworkNames)
    .default('bitcoin')
    .meta({ description: 'Which Bitcoin; nothing is read where the server has another one' }),
  CHAIN_BTC_CONFIRMATIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(3)
    .meta({ description: 'Blocks, its own among them, that a deposit must be deep in before it counts' }),
  CHAIN_BTC_MIN: amountShape.default('0.0002').meta({ description: 'Least BTC; less that arrives waits in suspense' }),
  CHAIN_BTC_MAX: amountShape.default('10').meta({ description: 'Most BTC' }),
  CHAIN_BTC_POLL_SECONDS: z.coerce.number().int().min(1).max(600).default(20).meta({
    description:
      'Between two looks at the server; each is one question, and one more for each address at which a deposit is awaited',
  }),
}
type BitcoinEnvironment = z.output<z.ZodObject<typeof bitcoinShape>>

export type BitcoinSettings = {
  esploraUrl: string
  xpub: string
  network: BitcoinNetwork
  confirmations: number
  range: Range
  pollMs: number
}

export function bitcoinFaults(env: BitcoinEnvironment): string[] {
  if (!env.CHAIN_BTC_ESPLORA_URL) return env.CHAIN_BTC_XPUB ? ['CHAIN_BTC_ESPLORA_URL: needed with CHAIN_BTC_XPUB'] : []
  if (!env.CHAIN_BTC_XPUB) return ['CHAIN_BTC_XPUB: needed with CHAIN_BTC_ESPLORA_URL']
  const prefixes = env.CHAIN_BTC_NETWORK === 'bitcoin' ? ['zpub', 'xpub'] : ['vpub', 'tpub']
  return checkAll({
    CHAIN_BTC_XPUB: () => checkPublicKey(env.CHAIN_BTC_XPUB!, prefixes),
    'CHAIN_BTC_MIN and _MAX': () => rangeOf(env.CHAIN_BTC_MIN, env.CHAIN_BTC_MAX, 'BTC'),
  })
}

export function deriveBitcoin(env: BitcoinEnvironment): BitcoinSettings | null {
  if (!env.CHAIN_BTC_ESPLORA_URL) return null
  return {
    esploraUrl: env.CHAIN_BTC_ESPLORA_URL,
    xpub: env.CHAIN_BTC_XPUB!,
    network: env.CHAIN_BTC_NETWORK,
    confirmations: env.CHAIN_BTC_CONFIRMATIONS,
    range: rangeOf(env.CHAIN_BTC_MIN, env.CHAIN_BTC_MAX, 'BTC'),
    pollMs: env.CHAIN_BTC_POLL_SECONDS * 1000,
  }
}
