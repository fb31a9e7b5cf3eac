import { describe, expect, test } from 'vitest'
import { outpointOf, readBlockBytes } from './block.ts'

/** Block 0, the genesis block: well known, and without a witness. */
const genesis = Buffer.from(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c' +
    '0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73' +
    'ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
  'hex',
)

describe('a block', () => {
  test('is parsed: the genesis block has its known contents', () => {
    const { hash, parentHash, transactions } = readBlockBytes(genesis)
    expect([hash, parentHash]).toEqual([
      '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
      '0'.repeat(64),
    ])
    expect(transactions).toMatchObject([
      { id: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b', outputs: [{ value: 5_000_000_000n }] },
    ])
    expect(outpointOf(transactions[0]!.inputs[0]!)).toBe(`${'0'.repeat(64)}:4294967295`)
  })

  test('with a missing, changed or added part is refused', () => {
    for (let length = 0; length < genesis.length; length += 7)
      expect(() => readBlockBytes(genesis.subarray(0, length))).toThrow(RangeError)
    expect(() => readBlockBytes(Buffer.concat([genesis, Buffer.of(0)]))).toThrow(RangeError)
    for (let place = 36; place < 68; place += 5) expect(() => readBlockBytes(turned(place))).toThrow(RangeError)
    for (let place = 80; place < genesis.length; place++)
      expect(() => readBlockBytes(turned(place))).toThrow(RangeError)
  })

  test('with an excessive count is refused before memory is allocated', () => {
    for (const size of ['fdffff', 'feffffffff', 'ffffffffffffffffff'])
      expect(() =>
        readBlockBytes(Buffer.concat([genesis.subarray(0, 80), Buffer.from(size, 'hex'), genesis.subarray(81)])),
      ).toThrow(RangeError)
    expect(() => readBlockBytes(Buffer.concat([genesis.subarray(0, 80), Buffer.of(0)]))).toThrow(RangeError)
  })
})

function turned(place: number): Buffer {
  const bytes = Buffer.from(genesis)
  bytes[place]! ^= 0x40
  return bytes
}
