/** Apart from what they mean, which takes a library that only a house with Bitcoin loads. */
export const bitcoinNetworkNames = ['bitcoin', 'testnet4', 'signet', 'regtest'] as const
export type BitcoinNetwork = (typeof bitcoinNetworkNames)[number]
