/**
 * Public randomness beacons of the drand protocol, scheme bls-unchained-g1-rfc9380: at fixed times, a network signs the
 * number of the round. Nobody knows a signature before its time, and anybody can verify it with the network's key
 * (check-beacon.ts).
 */
/** What identifies a beacon. `chainHash` is the hash of all the other fields (beacon-hash.ts). */
export type BeaconChain = {
  chainHash: string
  /** The name of the chain at its network. */
  name: string
  publicKey: string
  periodSeconds: number
  /** The time of round 1, in seconds since 1970. */
  genesis: number
  groupHash: string
}

/** The League of Entropy's chain, as its operators have published it. */
export const quicknet: BeaconChain = {
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  name: 'quicknet',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  periodSeconds: 3,
  genesis: 1_692_803_367,
  groupHash: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
}

type Times = Pick<BeaconChain, 'periodSeconds' | 'genesis'>

/** When the signature of a round becomes known, in milliseconds since 1970. */
export function beaconTime({ periodSeconds, genesis }: Times, round: number): number {
  return (genesis + (round - 1) * periodSeconds) * 1000
}

/** The first round whose signature becomes known after this time, in milliseconds since 1970. */
export function firstRoundAfter({ periodSeconds, genesis }: Times, ms: number): number {
  return Math.max(1, Math.floor((ms / 1000 - genesis) / periodSeconds) + 2)
}
