/** A chain as drand's HTTP API describes it at `/info`, pinned in the settings. */
import { z } from 'zod'
import type { BeaconChain } from '#contract/beacon.ts'
import { chainHashOf } from '#contract/beacon-hash.ts'

const digest = z.string().regex(/^[0-9a-f]{64}$/)

/** The hash covers everything else, so what is mistyped is found at the start. */
export const DrandChain = z
  .object({
    public_key: z.string().regex(/^[0-9a-f]{192}$/, 'must be a key of 96 bytes in hexadecimal digits'),
    period: z.int().min(1).max(30),
    genesis_time: z.int().min(0),
    hash: digest,
    groupHash: digest,
    schemeID: z.literal('bls-unchained-g1-rfc9380'),
    metadata: z.object({ beaconID: z.string().min(1).max(64) }),
  })
  .transform((info): BeaconChain => ({
    chainHash: info.hash,
    name: info.metadata.beaconID,
    publicKey: info.public_key,
    periodSeconds: info.period,
    genesis: info.genesis_time,
    groupHash: info.groupHash,
  }))
  .refine((chain) => chainHashOf(chain) === chain.chainHash, 'hash is not that of the other fields')
