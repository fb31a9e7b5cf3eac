/** Bitcoin as the settings ask for it. */
import { SettingsError } from '../../../settings.ts'
import type { Asset } from '../assets.ts'
import { type ExtendedKey, readExtendedKey } from '../extended-key.ts'
import { bitcoinUri } from '../methods.ts'
import type { ChainNeeds } from '../parts.ts'
import { openEsplora } from './esplora.ts'
import type { BitcoinParts } from './look-ahead.ts'
import { bitcoinNetworks } from './networks.ts'
import { bitcoinBlocks } from './read-block.ts'
import type { BitcoinSettings } from './settings.ts'

/** Throws SettingsError for a key that only looked like one. */
export function bitcoinParts(
  { esploraUrl, xpub, network, confirmations, range }: BitcoinSettings,
  needs: ChainNeeds,
): BitcoinParts {
  const { id, name, genesis } = bitcoinNetworks[network]
  const esplora = openEsplora(esploraUrl)
  // The chain counts in satoshis, as the house does.
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
