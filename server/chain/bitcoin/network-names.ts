/** Separate from the network parameters, which need a library that is only loaded if Bitcoin is configured. */
export const bitcoinNetworkNames = ['bitcoin', 'testnet4', 'signet', 'regtest'] as const
export type BitcoinNetwork = (typeof bitcoinNetworkNames)[number]
