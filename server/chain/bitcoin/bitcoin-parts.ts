/** Bitcoin as configured in the settings. */
import { SettingsError } from '../../kernel/settings-error.ts'
import type { Asset } from '../assets.ts'
import { type ExtendedKey, readExtendedKey } from '../extended-key.ts'
import { bitcoinUri } from '../methods.ts'
import type { ChainNeeds } from '../parts.ts'
import { openEsplora } from './esplora.ts'
import type { BitcoinParts } from './look-ahead.ts'
import { bitcoinNetworks } from './networks.ts'
import { bitcoinBlocks } from './read-block.ts'
import type { BitcoinSettings } from './settings.ts'

/** Throws a SettingsError for an invalid key that passed the format check. */
export function bitcoinParts(
  { esploraUrl, xpub, network, confirmations, range }: BitcoinSettings,
  needs: ChainNeeds,
): BitcoinParts {
  const { id, name, genesis } = bitcoinNetworks[network]
  const esplora = openEsplora(esploraUrl)
  // Both the chain and this product count in satoshis.
  const bitcoin: Asset = { currency: 'BTC', contract: null, unitsPerSubunit: 1n, range }
  return {
    ...needs,
    network: id,
    networkName: name,
    genesis,
    confirmations,
    assets: [bitcoin],
    key: openKey(xpub, network),
    esplora,
    blocks: bitcoinBlocks(esplora, network),
    addressPattern: '^(bc|tb|bcrt)1q[02-9ac-hj-np-z]{38}$',
    payeeUri: (_, address) => bitcoinUri(address),
  }
}

function openKey(xpub: string, network: BitcoinSettings['network']): ExtendedKey {
  try {
    return readExtendedKey(xpub, network)
  } catch (error) {
    throw new SettingsError(`These settings are invalid:\n  CHAIN_BTC_XPUB: ${(error as Error).message}`)
  }
}
