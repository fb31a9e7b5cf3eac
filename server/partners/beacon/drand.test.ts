/** The beacons by their conformance suite: rounds of drand's quicknet as they were published, and the sandbox's twin. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beaconTime, firstRoundAfter, quicknet } from '#contract/beacon.ts'
import { chainHashOf } from '#contract/beacon-hash.ts'
import { isSignedBy } from '#contract/check-beacon.ts'
import { beaconPath, sandboxBeaconChain } from '#sandbox/beacon.ts'
import { createSandbox, type Sandbox } from '#sandbox/main.ts'
import { readSettings } from '../../settings.ts'
import { type BeaconBench, beaconConformance } from './conformance.ts'
import { createDrand } from './drand.ts'
import { beaconOf } from './from-settings.ts'
import type { BeaconRound } from './port.ts'

/** https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/public/… */
const published: [BeaconRound, BeaconRound] = [
  {
    round: 1,
    signature: 'b55e7cb2d5c613ee0b2e28d6750aabbb78c39dcc96bd9d38c2c2e12198df95571de8e8e402a0cc48871c7089a2b3af4b',
  },
  {
    round: 2,
    signature: 'b6b6a585449b66eb12e875b64fcbab3799861a00e4dbf092d99e969a5eac57dd3f798acf61e705fe4f093db926626807',
  },
]
const secret = 'a secret for the sandbox'

test('the pinned chain is quicknet: its hash covers the key, and the key has signed published rounds', () => {
  expect(chainHashOf(quicknet)).toBe(quicknet.chainHash)
  for (const { round, signature } of published) expect(isSignedBy(quicknet.publicKey, round, signature)).toBe(true)
  const later = [
    [1_000, 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'],
    [20_905_307, '8a60486975062d9f06633c284cf1a7b46fb343f56f329f180530ca40a9e86320244f4fbfc37ae866cf25ef499665a31f'],
  ] as const
  for (const [round, signature] of later) {
    expect(isSignedBy(quicknet.publicKey, round, signature)).toBe(true)
    expect(isSignedBy(quicknet.publicKey, round + 1, signature)).toBe(false)
  }
  for (const wrong of ['', 'b4', 'B4'.repeat(48), `${later[0][1]}00`])
    expect(isSignedBy(quicknet.publicKey, 1_000, wrong), wrong).toBe(false)
  expect(isSignedBy('00'.repeat(96), 1_000, later[0][1])).toBe(false)
})

test('the first round after a time is strictly after it', () => {
  for (const round of [1, 2, 1_000]) {
    const at = beaconTime(quicknet, round)
    expect([firstRoundAfter(quicknet, at - 1), firstRoundAfter(quicknet, at)]).toEqual([round, round + 1])
  }
  expect(firstRoundAfter(quicknet, 0)).toBe(1)
})

describe('drand quicknet', () => {
  let server: Server
  let url: string
  beforeAll(async () => {
    const paths = new Map(
      published.map((answer) => [`/${quicknet.chainHash}/public/${answer.round}`, JSON.stringify(answer)]),
    )
    paths.set(`/${quicknet.chainHash}/public/latest`, JSON.stringify(published[1]))
    server = createServer(({ url: path }, response) => {
      const body = paths.get(path!)
      response.writeHead(body ? 200 : 404).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())
  beaconConformance((): BeaconBench => ({
    url,
    rounds: published,
    beacon: ({ urls, now, timeoutMs }) =>
      createDrand({
        urls,
        chain: async () => quicknet,
        isDemo: false,
        clock: { now: () => now },
        ...(timeoutMs !== undefined && { timeoutMs }),
      }),
  }))
})

describe("the sandbox's twin", () => {
  let sandbox: Sandbox
  let rounds: BeaconBench['rounds']
  let url: string
  beforeAll(async () => {
    sandbox = await createSandbox({ port: 0, operatorUrl: 'http://127.0.0.1:9', secret, statePath: null })
    url = sandbox.url + beaconPath
    const chain = await sandboxBeaconChain(secret)
    const last = firstRoundAfter(chain, Date.now()) - 1
    const read = async (round: number) =>
      (await (await fetch(`${url}/${chain.chainHash}/public/${round}`)).json()) as BeaconRound
    rounds = [await read(last - 1), await read(last)]
  })
  afterAll(() => sandbox.close())
  beaconConformance((): BeaconBench => ({
    url,
    rounds,
    beacon: ({ urls, now, timeoutMs }) =>
      createDrand({
        urls,
        chain: () => sandboxBeaconChain(secret),
        isDemo: true,
        // The twin has only this moment's latest round.
        clock: { now: () => (urls.includes(url) ? new Date() : now) },
        ...(timeoutMs !== undefined && { timeoutMs }),
      }),
  }))

  test('signs nothing before its time, for no other chain, and has the same form as drand', async () => {
    const chain = await sandboxBeaconChain(secret)
    const status = async (path: string) => (await fetch(`${url}/${path}`)).status
    expect(await status(`${chain.chainHash}/public/${firstRoundAfter(chain, Date.now()) + 5}`)).toBe(425)
    expect(await status(`${quicknet.chainHash}/public/latest`)).toBe(404)
    for (const wrong of ['0', '-1', '1.5', 'x'])
      expect(await status(`${chain.chainHash}/public/${wrong}`)).not.toBe(200)
    const info = await (await fetch(`${url}/${chain.chainHash}/info`)).text()
    const settings = readSettings({ NODE_ENV: 'test', BEACON_URL: `${url},http://127.0.0.1:9`, BEACON_CHAIN: info })
    expect(settings.beacon).toEqual({ urls: [url, 'http://127.0.0.1:9'], chain })
    const beacon = beaconOf(settings, { now: () => new Date() })!
    expect(await beacon.read('latest')).toMatchObject({ ok: true })
    sandbox.faults.isBeaconSilent = true
    expect(await beacon.read('latest')).toMatchObject({ refusal: 'unavailable' })
    sandbox.faults.isBeaconSilent = false
  })
})

test('the settings select the beacon, and refuse a chain whose hash does not cover its key', async () => {
  const clock = { now: () => new Date() }
  const ofSettings = (env: Record<string, string>) => beaconOf(readSettings({ NODE_ENV: 'test', ...env }), clock)
  expect(ofSettings({ SANDBOX: 'false' })).toBeNull()
  expect(await ofSettings({ SANDBOX_SECRET: secret })!.chain()).toEqual(await sandboxBeaconChain(secret))
  const configured = ofSettings({ BEACON_URL: 'https://api.drand.sh/' })!
  expect([configured.isDemo, await configured.chain()]).toEqual([false, quicknet])
  const info = {
    public_key: quicknet.publicKey,
    period: 3,
    genesis_time: quicknet.genesis,
    hash: quicknet.chainHash,
    groupHash: quicknet.groupHash,
    schemeID: 'bls-unchained-g1-rfc9380',
    metadata: { beaconID: 'quicknet' },
  }
  const withChain = (change: object) => () =>
    ofSettings({ BEACON_URL: 'https://api.drand.sh', BEACON_CHAIN: JSON.stringify({ ...info, ...change }) })
  expect(await withChain({})()!.chain()).toEqual(quicknet)
  expect(withChain({ period: 2 })).toThrow('hash is not that of the other fields')
  expect(withChain({ public_key: `84${quicknet.publicKey.slice(2)}` })).toThrow('hash is not that of the other fields')
  expect(withChain({ schemeID: 'pedersen-bls-chained' })).toThrow('BEACON_CHAIN')
  expect(() => ofSettings({ BEACON_URL: 'api.drand.sh' })).toThrow('BEACON_URL')
  expect(() => ofSettings({ BEACON_URL: ',' })).toThrow('BEACON_URL')
  expect(() => ofSettings({ BEACON_CHAIN: JSON.stringify(info) })).toThrow('BEACON_URL')
})
