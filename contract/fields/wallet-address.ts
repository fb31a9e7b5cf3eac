/** Handles addresses on public chains: their canonical form, and the checksums that their formats contain. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'

const base58check = createBase58check(sha256)

/**
 * Reduces a `bitcoin:` link to its address, lowercases bech32, and writes an Ethereum address with the capitals of its
 * checksum (EIP-55).
 */
export function cleanAddress(value: string): string {
  const text = addressInLink(value.trim())
  if (/^(BC|TB|BCRT)1[\dA-Z]+$/.test(text)) return text.toLowerCase()
  const digits = /^0x([\da-f]{40})$/i.exec(text)?.[1]
  if (!digits) return text
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() ? withCapitals(digits) : `0x${digits}`
}

/**
 * A link with a `req-` parameter requires a feature that is not supported (BIP21), so it is left unchanged and matches
 * no pattern.
 */
function addressInLink(text: string): string {
  const [, address, query = ''] = /^bitcoin:([^?]*)(?:\?(.*))?$/i.exec(text) ?? []
  return !address || /(^|&)req-/i.test(query) ? text : address
}

/**
 * False for an address whose checksum does not match. The format is derived from the text; an address in a format
 * without a checksum passes. The network is checked by the pattern.
 */
export function isChecksumRight(address: string): boolean {
  if (/^(bc|tb|bcrt)1/.test(address)) return isWitness(address)
  if (/^0x[\da-f]{40}$/i.test(address)) return address === withCapitals(address.slice(2))
  if (/^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(address)) return hasVersion(address, [0x00, 0x05, 0x6f, 0xc4])
  if (/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return hasVersion(address, [0x41])
  return !/^[EUk0][Qf][\w-]{46}$/.test(address) || isTonAddress(address)
}

/** Applies the capitals of EIP-55. */
function withCapitals(digits: string): string {
  const lower = digits.toLowerCase()
  const hash = keccak_256(new TextEncoder().encode(lower))
  const isCapital = (index: number) => ((hash[index >> 1]! >> (index % 2 === 0 ? 4 : 0)) & 0xf) > 7
  return `0x${Array.from(lower, (digit, index) => (isCapital(index) ? digit.toUpperCase() : digit)).join('')}`
}

/** Accepts versions 0 and 1 (BIP173, BIP350), because nobody can receive under a later one yet. */
function isWitness(address: string): boolean {
  const isOf = (version: number, { decodeUnsafe, fromWordsUnsafe }: typeof bech32, lengths: number[]) => {
    const { words } = decodeUnsafe(address) ?? {}
    const program = words && fromWordsUnsafe(words.slice(1))
    return words?.[0] === version && program ? lengths.includes(program.length) : false
  }
  return isOf(0, bech32, [20, 32]) || isOf(1, bech32m, [32])
}

function hasVersion(address: string, versions: number[]): boolean {
  try {
    const bytes = base58check.decode(address)
    return bytes.length === 21 && versions.includes(bytes[0]!)
  } catch {
    return false
  }
}

/** The last two bytes are a CRC-16 (XMODEM) over the others. */
function isTonAddress(address: string): boolean {
  const bytes = Uint8Array.from(atob(address.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc === 0
}
