/** Requirements for every beacon adapter. An adapter's test calls this with two signed rounds of its chain. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { beaconTime } from '#contract/beacon.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { Beacon, BeaconRound } from './port.ts'

export type BeaconBench = {
  /** The adapter with these addresses, whose clock shows this time. */
  beacon(options: { urls: string[]; now: Date; timeoutMs?: number }): Beacon
  /** An address that answers truthfully. */
  url: string
  /** Two rounds of the chain, one after the other. */
  rounds: [BeaconRound, BeaconRound]
}

/** Where nothing listens. */
const unreachable = 'http://127.0.0.1:9'

export function beaconConformance(bench: () => BeaconBench): void {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })
  const serve = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const answering = (body: unknown, status: number = HttpStatus.ok) =>
    serve((_request, response) =>
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)),
    )
  /** The adapter at the time of the second round. */
  const beaconAt = async (urls: string[], { aheadMs = 0, timeoutMs = 1_000 } = {}) => {
    const { beacon, rounds } = bench()
    const chain = await beacon({ urls, now: new Date(0) }).chain()
    return beacon({ urls, timeoutMs, now: new Date(beaconTime(chain, rounds[1].round) + aheadMs) })
  }
  const readFrom = async (...urls: string[]) => (await beaconAt(urls)).read(bench().rounds[0].round)

  test('a signed round and the latest one are read', async () => {
    const { url, rounds } = bench()
    const beacon = await beaconAt([url])
    expect(await beacon.read(rounds[0].round)).toEqual({ ok: true, value: rounds[0] })
    expect(await beacon.read('latest')).toMatchObject({ ok: true, value: { round: expect.any(Number) } })
  })

  // Shows: attack 226
  test.each([
    ['another round with its signature', ([, next]: BeaconBench['rounds']) => next, 'otherRound'],
    [
      'the signature of another round',
      ([first, next]: BeaconBench['rounds']) => ({ ...first, signature: next.signature }),
      'untrusted',
    ],
    ['bytes that are no point', ([{ round }]) => ({ round, signature: `80${'00'.repeat(47)}` }), 'untrusted'],
    ['the point at infinity', ([{ round }]) => ({ round, signature: `c0${'00'.repeat(47)}` }), 'untrusted'],
    ['no signature', ([{ round }]) => ({ round }), 'malformed'],
    ['a signature that is too short', ([{ round }]) => ({ round, signature: 'b4'.repeat(47) }), 'malformed'],
    ['a round as text', ([first]) => ({ ...first, round: String(first.round) }), 'malformed'],
    ['no object', () => 'null', 'malformed'],
    ['no JSON', () => '<html>', 'malformed'],
  ] satisfies Array<[string, (rounds: BeaconBench['rounds']) => unknown, string]>)(
    'an answer with %s is refused with the reason',
    async (_name, answer, refusal) => {
      expect(await readFrom(await answering(answer(bench().rounds)))).toMatchObject({
        refusal,
        message: expect.any(String),
      })
    },
  )

  test('a latest round whose signature is that of an older one is not trusted', async () => {
    const [first, next] = bench().rounds
    const beacon = await beaconAt([await answering({ round: next.round, signature: first.signature })])
    expect(await beacon.read('latest')).toMatchObject({ refusal: 'untrusted' })
  })

  test('a signature that exists before its time by this clock is refused', async () => {
    const { rounds } = bench()
    const url = await answering(rounds[1])
    expect(await (await beaconAt([url], { aheadMs: -1_000 })).read(rounds[1].round)).toMatchObject({ refusal: 'early' })
    expect(await (await beaconAt([url], { aheadMs: -1_000 })).read('latest')).toMatchObject({ refusal: 'early' })
    expect(await (await beaconAt([url])).read(rounds[1].round)).toMatchObject({ ok: true })
  })

  test('a round that is not signed yet is reported as such, also by an older node', async () => {
    for (const status of [HttpStatus.notFound, HttpStatus.tooEarly])
      expect(await readFrom(unreachable, await answering({}, status))).toMatchObject({ refusal: 'notYet' })
  })

  test('an answer that is too large is not read to its end', async () => {
    let sent = 0
    const endless = await serve((_request, response) => {
      const write = (): void => {
        while (sent < 50_000_000 && response.write('x'.repeat(16_384))) sent += 16_384
        if (sent < 50_000_000 && !response.destroyed) response.once('drain', write)
      }
      write()
    })
    expect(await readFrom(endless)).toMatchObject({ refusal: 'malformed', message: 'too large' })
    expect(sent).toBeLessThan(20_000_000)
  })

  test('redirects are not followed', async () => {
    let requests = 0
    const other = await serve((_request, response) => {
      requests++
      response.end(JSON.stringify(bench().rounds[0]))
    })
    const moved = await serve((_request, response) => response.writeHead(HttpStatus.found, { location: other }).end())
    expect(await readFrom(moved)).toMatchObject({ refusal: 'unavailable' })
    expect(requests).toBe(0)
  })

  test('one that is silent, slow, failing or unreachable is unavailable', async () => {
    const silent = await serve(() => {})
    const trickling = await serve((_request, response) => {
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    })
    const beacon = await beaconAt(
      [silent, trickling, await answering({}, HttpStatus.serviceUnavailable), unreachable],
      { timeoutMs: 100 },
    )
    expect(await beacon.read(bench().rounds[0].round)).toMatchObject({
      refusal: 'unavailable',
      message: 'no answer within 100 ms',
    })
  })

  test('of several addresses one truthful answer is enough, and that address is asked first afterwards', async () => {
    const { url, rounds } = bench()
    let requests = 0
    const lying = await serve((_request, response) => {
      requests++
      response.end(JSON.stringify({ ...rounds[0], signature: rounds[1].signature }))
    })
    const beacon = await beaconAt([unreachable, lying, url])
    for (let times = 0; times < 3; times++)
      expect(await beacon.read(rounds[0].round)).toEqual({ ok: true, value: rounds[0] })
    expect(requests).toBe(1)
  })
}
