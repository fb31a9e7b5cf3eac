/** The Bitcoin networks: their names here, address prefixes, and genesis blocks. */
import { NETWORK, TEST_NETWORK } from '@scure/btc-signer'
import type { BitcoinNetwork } from './network-names.ts'

type Shape = {
  /** In requests and in the database. */
  id: string
  /** For players. */
  name: string
  isTest: boolean
  /** The hash of its block 0. */
  genesis: string
  params: typeof NETWORK
}

export const bitcoinNetworks: Record<BitcoinNetwork, Shape> = {
  bitcoin: {
    id: 'bitcoin',
    name: 'Bitcoin',
    isTest: false,
    genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    params: NETWORK,
  },
  testnet4: {
    id: 'bitcoin-testnet4',
    name: 'Bitcoin (testnet4)',
    isTest: true,
    genesis: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
    params: TEST_NETWORK,
  },
  signet: {
    id: 'bitcoin-signet',
    name: 'Bitcoin (signet)',
    isTest: true,
    genesis: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
    params: TEST_NETWORK,
  },
  regtest: {
    id: 'bitcoin-regtest',
    name: 'Bitcoin (regtest)',
    isTest: true,
    genesis: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    params: { ...TEST_NETWORK, bech32: 'bcrt' },
  },
}
