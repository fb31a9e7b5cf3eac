/** The port of public randomness beacons. Whatever an adapter returns is verified with the key of its chain. */
import type { BeaconChain } from '#contract/beacon.ts'
import type { Result } from '#contract/endpoint.ts'

/** The signature in hexadecimal digits. */
export type BeaconRound = { round: number; signature: string }

/**
 * `message` is for operators. Nothing of a refused answer is used.
 * - `notYet`: the beacon has not signed the round.
 * - `early`: it has, but by this clock it cannot: this clock is behind.
 */
export type BeaconRefusal = 'notYet' | 'early' | 'unavailable' | 'malformed' | 'otherRound' | 'untrusted'

export type Beacon = {
  chain(): Promise<BeaconChain>
  /** The sandbox's, whose key this site has. */
  isDemo: boolean
  read(round: number | 'latest'): Promise<Result<BeaconRound, BeaconRefusal>>
}
