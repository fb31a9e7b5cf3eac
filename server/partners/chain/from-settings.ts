/** The chain that the settings ask for: a real one, the sandbox's own, or none. Its libraries are loaded only where there is one. */
import { anvilPath, devChainId, noAnvil } from '#sandbox/chain/anvil.ts'
import { toSubunits } from '#contract/money.ts'
import type { Deps } from '../../deps.ts'
import type { Rounds } from '../../jobs/rounds.ts'
import { type Settings, SettingsError } from '../../settings.ts'
import type { PaymentPartner } from '../payments/port.ts'
import type { ChainNeeds, House } from './parts.ts'
import type { EvmSettings } from './settings.ts'

export type Chain = { partner: PaymentPartner; begin(house: House, deps: Pick<Deps, 'log'>): Rounds }

export function hasSandboxChain({ chain, sandbox }: Pick<Settings, 'chain' | 'sandbox'>): boolean {
  if (!sandbox.isEnabled || chain.evm) return false
  if (chain.isSandboxed && !anvilPath()) throw new SettingsError(`SANDBOX_CHAIN: ${noAnvil}`)
  return chain.isSandboxed ?? anvilPath() !== null
}

/** Null where money moves on no chain; else what makes it, once there is a database. */
export async function loadChain(settings: Pick<Settings, 'chain' | 'sandbox'>): Promise<((needs: ChainNeeds) => Chain) | null> {
  const isSandboxed = hasSandboxChain(settings)
  if (!settings.chain.evm && !isSandboxed) return null
  const [{ chainParts, createChainPay }, { startChain }, { measureChain }, keys] = await Promise.all([
    import('./chain-pay.ts'), import('./worker.ts'), import('./metrics.ts'), isSandboxed ? import('#sandbox/chain/dev-keys.ts') : null,
  ])
  const evm = settings.chain.evm ?? sandboxEvm(settings.sandbox.url, keys!.devKeys())
  return (needs) => {
    const parts = chainParts(evm, needs)
    return {
      partner: createChainPay(parts),
      begin(house, deps) {
        measureChain(parts)
        return startChain(parts, house, deps, isSandboxed ? 1000 : undefined)
      },
    }
  }
}

function sandboxEvm(sandboxUrl: string, { xpub, hot, token }: { xpub: string; hot: string; token: string }): EvmSettings {
  return {
    rpcUrl: `${sandboxUrl}/chain/rpc`, chainId: devChainId, network: 'testnet', networkName: 'Test chain', xpub, usdt: { address: token, decimals: 6 }, confirmations: 3,
    ranges: { ETH: { min: toSubunits(5_000_000), max: toSubunits(100_000_000_000) }, USDT: { min: toSubunits(5_000_000), max: toSubunits(50_000_000_000) } },
    hotKey: hot, maxFeeWei: 150n * 10n ** 9n, stuckAfterMs: 30_000,
  }
}
