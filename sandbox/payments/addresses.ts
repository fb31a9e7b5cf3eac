/**
 * Generates deposit addresses in the format of each network. They belong to nobody, because the sandbox watches no
 * chain.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, createBase58check } from '@scure/base'

type AddressFormat = { make(): string; hasTag?: true }
const formats: Record<string, AddressFormat> = {
  bitcoin: { make: () => bech32.encode('tb', [0, ...bech32.toWords(randomBytes(20))]) },
  ethereum: { make: () => `0x${randomBytes(20).toString('hex')}` },
  tron: { make: () => createBase58check(sha256).encode(Buffer.concat([Buffer.from([0x41]), randomBytes(20)])) },
  ton: { make: tonAddress, hasTag: true },
}

export const networks = Object.keys(formats)

export function createAddress(network: string): { address: string; tag: string | null } {
  const format = formats[network]
  if (!format) throw new RangeError(`unknown network ${network}`)
  return { address: format.make(), tag: format.hasTag ? String(randomInt(10_000_000, 99_999_999)) : null }
}

/** Returns a bounceable address of the test network and its base workchain, with a CRC-16 (XMODEM) at the end. */
function tonAddress(): string {
  const body = Buffer.concat([Buffer.from([0x91, 0x00]), randomBytes(32)])
  let crc = 0
  for (const byte of body) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return Buffer.concat([body, Buffer.from([crc >> 8, crc & 0xff])]).toString('base64url')
}
