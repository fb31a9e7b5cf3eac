/** Selects the beacon: the configured one, otherwise the sandbox's if it runs, otherwise none. */
import { beaconPath, sandboxBeaconChain } from '#sandbox/beacon.ts'
import type { Clock } from '../../deps.ts'
import type { Settings } from '../../settings.ts'
import { createDrand } from './drand.ts'
import type { Beacon } from './port.ts'

export function beaconOf({ beacon, sandbox }: Pick<Settings, 'beacon' | 'sandbox'>, clock: Clock): Beacon | null {
  if (beacon) {
    const { urls, chain } = beacon
    return createDrand({ urls, chain: async () => chain, isDemo: false, clock })
  }
  if (!sandbox.isEnabled) return null
  let chain: ReturnType<typeof sandboxBeaconChain> | undefined
  return createDrand({
    urls: [sandbox.url + beaconPath],
    chain: () => (chain ??= sandboxBeaconChain(sandbox.secret)),
    isDemo: true,
    clock,
  })
}
