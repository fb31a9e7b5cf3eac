/** Deposit addresses in the format of each network that belong to none: the sandbox watches no chain. */
import { randomInt } from 'node:crypto'

const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const shapes: Record<string, { prefix: string; alphabet: string; length: number; hasTag?: true }> = {
  bitcoin: { prefix: 'tb1q', alphabet: bech32, length: 38 },
  ethereum: { prefix: '0x', alphabet: '0123456789abcdef', length: 40 },
  tron: { prefix: 'T', alphabet: base58, length: 33 },
  ton: { prefix: 'kQ', alphabet: base64url, length: 46, hasTag: true },
}

export const networks = Object.keys(shapes)

export function createAddress(network: string): { address: string; tag: string | null } {
  const shape = shapes[network]
  if (!shape) throw new RangeError(`unknown network ${network}`)
  const rest = Array.from({ length: shape.length }, () => shape.alphabet[randomInt(shape.alphabet.length)]).join('')
  return { address: shape.prefix + rest, tag: shape.hasTag ? String(randomInt(10_000_000, 99_999_999)) : null }
}
