/**
 * The configured chains: real ones, the sandbox's, or none. Their libraries are loaded only if a chain is configured.
 */
import { anvilPath, devChainId, anvilMissing } from '#sandbox/chain/anvil.ts'
import { toSubunits } from '#contract/money.ts'
import type { KernelDeps } from '../deps.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import { SettingsError } from '../kernel/settings-error.ts'
import type { Settings } from '../settings.ts'
import type { PaymentPartner } from '../partners/payments/port.ts'
import type { ChainNeeds, PaymentsCallbacks } from './parts.ts'
import type { EvmSettings } from './settings.ts'

export type Chain = {
  partner: PaymentPartner
  /** Registers its gauges. */
  measure(): void
  jobs(payments: PaymentsCallbacks, deps: KernelDeps): Job[]
}

export function hasSandboxChain({ chain, sandbox }: Pick<Settings, 'chain' | 'sandbox'>): boolean {
  if (!sandbox.isEnabled || chain.evm) return false
  if (chain.isSandboxed && !anvilPath()) throw new SettingsError(`SANDBOX_CHAIN: ${anvilMissing}`)
  return chain.isSandboxed ?? anvilPath() !== null
}

const evmEveryMs = 2000
const sandboxEveryMs = 1000

/** Null if no chain is configured; otherwise a factory that needs the database. */
export async function loadChain(
  settings: Pick<Settings, 'chain' | 'sandbox'>,
): Promise<((needs: ChainNeeds) => Chain) | null> {
  const isSandboxed = hasSandboxChain(settings)
  const { evm: real, bitcoin: btc } = settings.chain
  if (!real && !isSandboxed && !btc) return null
  const [
    { chainParts, createChainPay, watchesOf },
    { bitcoinParts },
    { runChainRound, chainJob },
    { runBitcoinRound },
    { measureChain },
    keys,
  ] = await Promise.all([
    import('./chain-pay.ts'),
    import('./bitcoin/bitcoin-parts.ts'),
    import('./worker.ts'),
    import('./bitcoin/worker.ts'),
    import('./metrics.ts'),
    isSandboxed ? import('#sandbox/chain/dev-keys.ts') : null,
  ])
  const asked = real ?? (keys && sandboxEvm(settings.sandbox.url, keys.devKeys()))
  return (needs) => {
    const evm = asked && chainParts(asked, needs)
    const bitcoin = btc && bitcoinParts(btc, needs)
    return {
      partner: createChainPay({ evm, bitcoin }),
      measure: () => measureChain(needs, watchesOf({ evm, bitcoin })),
      jobs(payments, deps) {
        return [
          ...(evm
            ? [
                chainJob(
                  evm,
                  (signal) => runChainRound(evm, payments, signal),
                  deps,
                  isSandboxed ? sandboxEveryMs : evmEveryMs,
                ),
              ]
            : []),
          ...(bitcoin
            ? [chainJob(bitcoin, (signal) => runBitcoinRound(bitcoin, payments, signal), deps, btc.pollMs)]
            : []),
        ]
      },
    }
  }
}

/** The EVM chain with the parts needed for sweeping; null if it is not configured. */
export async function loadEvm(settings: Pick<Settings, 'chain' | 'sandbox'>, needs: ChainNeeds) {
  const isSandboxed = hasSandboxChain(settings)
  if (!settings.chain.evm && !isSandboxed) return null
  const [{ chainParts }, { openSweepKeys }, { sweep }, keys] = await Promise.all([
    import('./chain-pay.ts'),
    import('./sweep-keys.ts'),
    import('./sweep.ts'),
    isSandboxed ? import('#sandbox/chain/dev-keys.ts') : null,
  ])
  return {
    parts: chainParts(settings.chain.evm ?? sandboxEvm(settings.sandbox.url, keys!.devKeys()), needs),
    openSweepKeys,
    sweep,
  }
}

function sandboxEvm(
  sandboxUrl: string,
  { xpub, hot, token }: { xpub: string; hot: string; token: string },
): EvmSettings {
  return {
    rpcUrl: `${sandboxUrl}/chain/rpc`,
    chainId: devChainId,
    network: 'testnet',
    networkName: 'Test chain',
    xpub,
    usdt: { address: token, decimals: 6 },
    confirmations: 3,
    ranges: {
      ETH: { min: toSubunits(5_000_000), max: toSubunits(100_000_000_000) },
      USDT: { min: toSubunits(5_000_000), max: toSubunits(50_000_000_000) },
    },
    hotKey: hot,
    maxFeeWei: 150n * 10n ** 9n,
    stuckAfterMs: 30_000,
  }
}
