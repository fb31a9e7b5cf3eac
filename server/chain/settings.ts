/** Settings of the chains: schema, consistency checks and derived values. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { bitcoinFaults, type BitcoinSettings, bitcoinShape, deriveBitcoin } from './bitcoin/settings.ts'
import { amountShape, checkAll, checkPublicKey, type Range, rangeOf } from './setting-shapes.ts'

export const chainShape = {
  CHAIN_EVM_RPC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      description: 'JSON-RPC URL of an EVM node, which enables ETH (and USDT) on its chain. Can contain an API key',
      secret: true,
    }),
  CHAIN_EVM_CHAIN_ID: z.coerce
    .number()
    .int()
    .min(1)
    .default(1)
    .meta({ description: 'Id of that chain; if the node reports a different one, nothing is read or signed' }),
  CHAIN_EVM_NETWORK: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/)
    .default('ethereum')
    .meta({ description: 'Identifier of the chain in requests; do not change it once addresses have been assigned' }),
  CHAIN_EVM_NETWORK_NAME: z
    .string()
    .min(1)
    .max(40)
    .default('Ethereum')
    .meta({ description: 'Name of the chain shown to players' }),
  CHAIN_EVM_XPUB: z.string().optional().meta({
    description:
      "Extended public key of the deposit addresses: m/44'/60'/0'/0, or the account m/44'/60'/0'. A private key is rejected",
  }),
  CHAIN_EVM_USDT_ADDRESS: z
    .string()
    .optional()
    .meta({ description: 'USDT contract on that chain; without it only ETH is available' }),
  CHAIN_EVM_USDT_DECIMALS: z.coerce
    .number()
    .int()
    .min(6)
    .max(18)
    .default(6)
    .meta({ description: 'Decimals of the USDT contract; 6 on Ethereum' }),
  CHAIN_EVM_CONFIRMATIONS: z.coerce.number().int().min(1).max(1000).default(12).meta({
    description: 'Confirmations, including the block of the transaction, required for deposits and withdrawals',
  }),
  CHAIN_EVM_ETH_MIN: amountShape
    .default('0.005')
    .meta({ description: 'Minimum ETH deposit and withdrawal; smaller deposits are posted to suspense' }),
  CHAIN_EVM_ETH_MAX: amountShape.default('100').meta({ description: 'Maximum ETH deposit and withdrawal' }),
  CHAIN_EVM_USDT_MIN: amountShape.default('20').meta({ description: 'Minimum USDT deposit and withdrawal' }),
  CHAIN_EVM_USDT_MAX: amountShape.default('50000').meta({ description: 'Maximum USDT deposit and withdrawal' }),
  CHAIN_EVM_HOT_KEY_FILE: z.string().optional().meta({
    description:
      'File with the private key of the hot wallet, 64 hexadecimal digits; without it the chain offers no withdrawals',
  }),
  CHAIN_EVM_HOT_KEY: z
    .string()
    .optional()
    .meta({ description: 'The private key itself; prefer the file', secret: true }),
  CHAIN_EVM_MAX_FEE_GWEI: z.coerce
    .number()
    .min(1)
    .max(10_000)
    .default(150)
    .meta({ description: 'Maximum fee per unit of gas; payouts wait while fees are higher' }),
  CHAIN_EVM_STUCK_SECONDS: z.coerce
    .number()
    .int()
    .min(15)
    .max(86_400)
    .default(180)
    .meta({ description: 'Time without a block after which a payout is resent with a higher fee' }),
  ...bitcoinShape,
  SANDBOX_CHAIN: z.stringbool().optional().meta({
    description:
      'Runs a local chain in the sandbox (anvil, Linux on x64) for deposits and withdrawals with worthless coins; default on if the sandbox is enabled, anvil is installed and no real chain is configured',
  }),
}
type ChainEnvironment = z.output<z.ZodObject<typeof chainShape>>

export type EvmSettings = {
  rpcUrl: string
  chainId: number
  network: string
  networkName: string
  xpub: string
  usdt: { address: string; decimals: number } | null
  confirmations: number
  ranges: { ETH: Range; USDT: Range }
  /** Never logged, never stored. */
  hotKey: string | null
  maxFeeWei: bigint
  stuckAfterMs: number
}
export type ChainSettings = { evm: EvmSettings | null; bitcoin: BitcoinSettings | null; isSandboxed: boolean | null }

export function chainFaults(env: ChainEnvironment): string[] {
  return [...evmFaults(env), ...bitcoinFaults(env)]
}

function evmFaults(env: ChainEnvironment): string[] {
  if (!env.CHAIN_EVM_RPC_URL) {
    const unused = (
      ['CHAIN_EVM_XPUB', 'CHAIN_EVM_USDT_ADDRESS', 'CHAIN_EVM_HOT_KEY_FILE', 'CHAIN_EVM_HOT_KEY'] as const
    ).filter((name) => env[name])
    return unused.length > 0 ? [`CHAIN_EVM_RPC_URL: needed with ${unused.join(', ')}`] : []
  }
  const faults: string[] = []
  if (!env.CHAIN_EVM_XPUB) faults.push('CHAIN_EVM_XPUB: needed with CHAIN_EVM_RPC_URL')
  if (env.CHAIN_EVM_USDT_ADDRESS && !/^0x[0-9a-fA-F]{40}$/.test(env.CHAIN_EVM_USDT_ADDRESS))
    faults.push('CHAIN_EVM_USDT_ADDRESS: not an address')
  if (env.CHAIN_EVM_HOT_KEY && env.CHAIN_EVM_HOT_KEY_FILE)
    faults.push('CHAIN_EVM_HOT_KEY and CHAIN_EVM_HOT_KEY_FILE: set one')
  if (env.CHAIN_EVM_NETWORK.startsWith('bitcoin')) faults.push('CHAIN_EVM_NETWORK: this name is reserved')
  if (env.SANDBOX_CHAIN) faults.push('SANDBOX_CHAIN: cannot be combined with a real chain')
  return [
    ...faults,
    ...checkAll({
      CHAIN_EVM_XPUB: () => env.CHAIN_EVM_XPUB && checkPublicKey(env.CHAIN_EVM_XPUB, ['xpub']),
      [env.CHAIN_EVM_HOT_KEY ? 'CHAIN_EVM_HOT_KEY' : 'CHAIN_EVM_HOT_KEY_FILE']: () => hotKeyOf(env),
      'CHAIN_EVM_ETH_MIN and _MAX': () => rangeOf(env.CHAIN_EVM_ETH_MIN, env.CHAIN_EVM_ETH_MAX, 'ETH'),
      'CHAIN_EVM_USDT_MIN and _MAX': () => rangeOf(env.CHAIN_EVM_USDT_MIN, env.CHAIN_EVM_USDT_MAX, 'USDT'),
    }),
  ]
}

export function deriveChain(env: ChainEnvironment): ChainSettings {
  const bitcoin = deriveBitcoin(env)
  if (!env.CHAIN_EVM_RPC_URL) return { evm: null, bitcoin, isSandboxed: env.SANDBOX_CHAIN ?? null }
  return {
    isSandboxed: false,
    bitcoin,
    evm: {
      rpcUrl: env.CHAIN_EVM_RPC_URL,
      chainId: env.CHAIN_EVM_CHAIN_ID,
      network: env.CHAIN_EVM_NETWORK,
      networkName: env.CHAIN_EVM_NETWORK_NAME,
      xpub: env.CHAIN_EVM_XPUB!,
      usdt: env.CHAIN_EVM_USDT_ADDRESS
        ? { address: env.CHAIN_EVM_USDT_ADDRESS.toLowerCase(), decimals: env.CHAIN_EVM_USDT_DECIMALS }
        : null,
      confirmations: env.CHAIN_EVM_CONFIRMATIONS,
      hotKey: hotKeyOf(env),
      ranges: {
        ETH: rangeOf(env.CHAIN_EVM_ETH_MIN, env.CHAIN_EVM_ETH_MAX, 'ETH'),
        USDT: rangeOf(env.CHAIN_EVM_USDT_MIN, env.CHAIN_EVM_USDT_MAX, 'USDT'),
      },
      maxFeeWei: BigInt(Math.round(env.CHAIN_EVM_MAX_FEE_GWEI * 1e9)),
      stuckAfterMs: env.CHAIN_EVM_STUCK_SECONDS * 1000,
    },
  }
}

/** Its message does not quote the key. */
function readPrivateKey(text: string): string {
  const digits = text.trim().replace(/^0x/, '')
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) throw new Error('not a private key of 64 hexadecimal digits')
  return `0x${digits}`
}

function hotKeyOf(env: ChainEnvironment): string | null {
  if (env.CHAIN_EVM_HOT_KEY) return readPrivateKey(env.CHAIN_EVM_HOT_KEY)
  return env.CHAIN_EVM_HOT_KEY_FILE ? readPrivateKey(readFileSync(env.CHAIN_EVM_HOT_KEY_FILE, 'utf8')) : null
}
