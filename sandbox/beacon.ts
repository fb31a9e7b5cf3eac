/**
 * A beacon with drand's HTTP API and real signatures, one a second. Its key is derived from the sandbox's secret, which
 * the site shares: it proves nothing to players, and pages say so.
 */
import { hkdfSync } from 'node:crypto'
import { type BeaconChain, beaconTime, firstRoundAfter } from '#contract/beacon.ts'
import { chainHashOf } from '#contract/beacon-hash.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { Faults } from './faults.ts'
import { type Answer, json, missing, type SandboxRoute } from './router.ts'

export const beaconPath = '/beacon'

const keyOf = (secret: string) => new Uint8Array(hkdfSync('sha256', secret, 'fairhouse', 'sandbox beacon', 48))

/** Imported when it is first needed, because the curve is large. */
async function signerOf(secret: string) {
  const [{ bls12_381 }, { messageOf }] = await Promise.all([
    import('@noble/curves/bls12-381.js'),
    import('#contract/check-beacon.ts'),
  ])
  const { shortSignatures, fields } = bls12_381
  // 48 bytes, so that every key is equally likely.
  const key = fields.Fr.toBytes(fields.Fr.create(BigInt(`0x${Buffer.from(keyOf(secret)).toString('hex')}`)))
  return {
    publicKey: shortSignatures.getPublicKey(key).toHex(),
    sign: (round: number) => shortSignatures.sign(messageOf(round), key).toHex(),
  }
}

/** The site knows the same chain without asking for it. */
export async function sandboxBeaconChain(secret: string): Promise<BeaconChain> {
  const { publicKey } = await signerOf(secret)
  const chain = {
    name: 'sandbox',
    publicKey,
    periodSeconds: 1,
    genesis: 1_767_225_600,
    groupHash: '00'.repeat(32),
  }
  return { chainHash: chainHashOf(chain), ...chain }
}

const keptSignatures = 16

export function beaconRoutes(
  secret: string,
  faults: Pick<Faults, 'isBeaconSilent'>,
  now: () => Date = () => new Date(),
): SandboxRoute[] {
  let opened: Promise<{ chain: BeaconChain; sign: (round: number) => string }> | undefined
  const open = async () => ({ chain: await sandboxBeaconChain(secret), sign: (await signerOf(secret)).sign })
  const signatures = new Map<number, string>()
  const answer = async (
    chainHash: string | undefined,
    reply: (beacon: Awaited<ReturnType<typeof open>>) => Answer,
  ): Promise<Answer> => {
    if (faults.isBeaconSilent) return json(HttpStatus.serviceUnavailable, { error: 'the beacon is silent' })
    const beacon = await (opened ??= open())
    return chainHash === beacon.chain.chainHash ? reply(beacon) : missing()
  }
  return [
    {
      method: 'GET',
      path: `${beaconPath}/:chain/info`,
      handle: ({ params }) =>
        answer(params.chain, ({ chain }) =>
          json(HttpStatus.ok, {
            public_key: chain.publicKey,
            period: chain.periodSeconds,
            genesis_time: chain.genesis,
            hash: chain.chainHash,
            groupHash: chain.groupHash,
            schemeID: 'bls-unchained-g1-rfc9380',
            metadata: { beaconID: chain.name },
          }),
        ),
    },
    {
      method: 'GET',
      path: `${beaconPath}/:chain/public/:round`,
      handle: ({ params }) =>
        answer(params.chain, ({ chain, sign }) => {
          const latest = firstRoundAfter(chain, now().getTime()) - 1
          const round = params.round === 'latest' ? latest : Number(params.round)
          if (!Number.isSafeInteger(round) || round < 1) return json(HttpStatus.badRequest, { error: 'no round' })
          if (beaconTime(chain, round) > now().getTime()) return json(HttpStatus.tooEarly, { error: 'too early' })
          const signature = signatures.get(round) ?? sign(round)
          signatures.set(round, signature)
          if (signatures.size > keptSignatures) signatures.delete(signatures.keys().next().value!)
          return json(HttpStatus.ok, { round, signature })
        }),
    },
  ]
}
