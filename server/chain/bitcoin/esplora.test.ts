import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { NodeUnavailable } from '../node.ts'
import { openEsplora } from './esplora.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server with these answers by path; a number is a status, and undefined never answers. */
async function esploraWith(answers: Record<string, string | number | undefined>, timeoutMs?: number) {
  const server = createServer(({ url = '' }, response) => {
    const answer = url in answers ? answers[url] : 404
    if (answer !== undefined) response.writeHead(typeof answer === 'number' ? answer : 200).end(String(answer))
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  // The key of an operator's account is a part of such an address.
  return openEsplora(`http://127.0.0.1:${(server.address() as AddressInfo).port}/key//`, timeoutMs)
}
const hash = 'ab'.repeat(32)
const faultOf = async (work: Promise<unknown>) => {
  const fault = await work.then(
    () => null,
    (error: unknown) => error,
  )
  expect(fault).toBeInstanceOf(NodeUnavailable)
  return (fault as Error).message
}

test('the height is a whole number, and anything else is no answer', async () => {
  const heightOf = async (text: string | number) => (await esploraWith({ '/key/blocks/tip/height': text })).height()
  expect(await heightOf('870123\n')).toBe(870_123n)
  for (const text of ['', '-1', '0x10', '1.5', '1234567890', '<html>', 404])
    expect(await faultOf(heightOf(text)), `${text}`).toContain('it returned a malformed response')
})

test('a block that the server does not have is none; one that it names wrongly is no answer', async () => {
  const esplora = await esploraWith({ '/key/block-height/7': hash, '/key/block-height/9': `${hash}00` })
  expect(await esplora.hashAt(7n)).toBe(hash)
  expect(await esplora.hashAt(8n)).toBeNull()
  expect(await faultOf(esplora.hashAt(9n))).toContain('malformed')
  expect(await esplora.block(hash)).toBeNull()
})

const waiting = (index: number) => ({
  txid: String(index).padStart(64, '0'),
  vin: [{ txid: hash, vout: index }],
  vout: [{ value: 5 }, { scriptpubkey_address: 'bc1q', value: 21_000_000 * 10 ** 8 }],
  status: { confirmed: false },
})
const waitingOf = async (count: number) =>
  (
    await esploraWith({
      '/key/address/bc1q/txs/mempool': JSON.stringify(Array.from({ length: count }, (_, index) => waiting(index))),
    })
  ).waitingAt('bc1q')

test('unconfirmed transactions have their inputs, and their outputs in order', async () => {
  const { transactions } = await waitingOf(2)
  expect(transactions[1]).toEqual({
    id: `${'0'.repeat(63)}1`,
    inputs: [`${hash}:1`],
    outputs: [
      { position: 0, address: null, value: 5n },
      { position: 1, address: 'bc1q', value: 2_100_000_000_000_000n },
    ],
  })
})

test('a list is whole only if the server could have shown more; an unknown address has none', async () => {
  expect((await waitingOf(0)).isWhole).toBe(true)
  expect((await waitingOf(49)).isWhole).toBe(true)
  expect((await waitingOf(50)).isWhole).toBe(false)
  expect(await (await esploraWith({})).waitingAt('bc1q')).toEqual({ transactions: [], isWhole: false })
})

test('a failure says what happened, never the address of the server', async () => {
  const path = '/key/blocks/tip/height'
  const messages = [
    await faultOf((await esploraWith({ [path]: 500 })).height()),
    await faultOf((await esploraWith({ [path]: 429 })).height()),
    await faultOf((await esploraWith({ [path]: undefined }, 200)).height()),
    await faultOf((await esploraWith({ '/key/address/a/txs/mempool': '{' })).waitingAt('a')),
  ]
  const esplora = await esploraWith({})
  await new Promise((closed) => servers.pop()!.close(closed))
  messages.push(await faultOf(esplora.height()))
  const reasons = [
    'answered 500',
    'answered 429',
    'did not answer in time',
    'a malformed response',
    'cannot be reached',
  ]
  for (const [index, reason] of reasons.entries()) expect(messages[index]).toContain(reason)
  expect(messages.join()).not.toMatch(/127\.0\.0\.1|key/)
})
