/** Settings of the Bitcoin chain. */
import { z } from 'zod'
import { amountShape, checkAll, checkPublicKey, type Range, rangeOf } from '../setting-shapes.ts'
import { type BitcoinNetwork, bitcoinNetworkNames } from './network-names.ts'

export const bitcoinShape = {
  CHAIN_BTC_ESPLORA_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      description:
        'API of an Esplora server, such as your own electrs, which enables on-chain BTC deposits. Can contain an API key',
      secret: true,
    }),
  CHAIN_BTC_XPUB: z.string().optional().meta({
    description:
      "Extended public key of the deposit addresses (zpub or xpub; vpub or tpub for test networks): the account m/84'/0'/0', or its receiving chain. A private key is rejected",
  }),
  CHAIN_BTC_NETWORK: z
    .enum(bitcoinNetworkNames)
    .default('bitcoin')
    .meta({ description: 'Bitcoin network; if the server has a different one, nothing is read' }),
  CHAIN_BTC_CONFIRMATIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(3)
    .meta({ description: 'Confirmations, including the block of the transaction, required for a deposit' }),
  CHAIN_BTC_MIN: amountShape
    .default('0.0002')
    .meta({ description: 'Minimum BTC deposit; smaller ones are posted to suspense' }),
  CHAIN_BTC_MAX: amountShape.default('10').meta({ description: 'Maximum BTC deposit' }),
  CHAIN_BTC_POLL_SECONDS: z.coerce.number().int().min(1).max(600).default(20).meta({
    description: 'Polling interval; each poll is one request, plus one per address with an open deposit',
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
