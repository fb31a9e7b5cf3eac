/** The worker: receives a beacon and a round of it, and answers whether the beacon has signed the round. */
import type { BeaconChain } from '#contract/beacon.ts'
import { isGenuine, type NamedRound } from '#contract/check-beacon.ts'

export type BeaconQuestion = { beacon: BeaconChain; round: NamedRound }
addEventListener('message', ({ data }: MessageEvent<BeaconQuestion>) => postMessage(isGenuine(data.beacon, data.round)))
