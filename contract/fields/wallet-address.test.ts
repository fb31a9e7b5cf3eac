import { expect, test } from 'vitest'
import { cleanAddress, isChecksumRight } from './wallet-address.ts'

const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test('all spellings of an address are cleaned to one canonical form', () => {
  for (const text of [segwit, ` ${segwit}\n`, segwit.toUpperCase(), `bitcoin:${segwit}`])
    expect(cleanAddress(text)).toBe(segwit)
  expect(cleanAddress(`BITCOIN:${segwit.toUpperCase()}?amount=0.1&label=me`)).toBe(segwit)
  for (const text of [ethereum, ethereum.toLowerCase(), `0x${ethereum.slice(2).toUpperCase()}`, ethereum.toUpperCase()])
    expect(cleanAddress(text)).toBe(ethereum)
})

test('text is not changed if another spelling would be another address', () => {
  const legacy = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
  expect(cleanAddress(legacy)).toBe(legacy)
  expect(cleanAddress(legacy.toUpperCase())).toBe(legacy.toUpperCase())
  expect(cleanAddress(`Bc1${segwit.slice(3)}`)).not.toBe(segwit)
  expect(cleanAddress(`bitcoin:${segwit}?req-pj=1`)).not.toBe(segwit)
})

test.each([
  ['bech32', segwit],
  ['bech32 of a script', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['bech32 of the test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['bech32m', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['base58', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['base58 of a script', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['Tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['TON', 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'],
  ['Ethereum', ethereum],
])('one wrong character in an address in %s is found', (_, address) => {
  expect(isChecksumRight(address)).toBe(true)
  const place = address.length - 7
  const other = /^\d$/.test(address[place]!) ? (address[place] === '7' ? '8' : '7') : address[place]!
  const changed = other === address[place] ? (other === 'p' ? 'q' : 'p') : other
  const wrong = address.startsWith('0x')
    ? address.replace('5aAe', '5AAe')
    : `${address.slice(0, place)}${changed}${address.slice(place + 1)}`
  expect(wrong).not.toBe(address)
  expect(isChecksumRight(wrong)).toBe(false)
})

test('an address with the checksum of another witness version is refused', () => {
  // BIP350: a version 0 with the checksum of bech32m, and a version 1 with that of bech32.
  expect(isChecksumRight('bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq54ah7h')).toBe(false)
  expect(isChecksumRight('bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd')).toBe(false)
  // Version 2 is not defined yet, so funds sent to it are not safe.
  expect(isChecksumRight('bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs')).toBe(false)
})

test('an address in a format without a known checksum passes', () => {
  for (const text of ['rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh', 'x']) expect(isChecksumRight(text)).toBe(true)
})
