/** A statement is verified from its file: a changed byte, another key, and figures that do not add up are each named. */
import { beforeEach, expect, test } from 'vitest'
import type { Statement } from '#contract/statements.ts'
import { pinKeys } from '../fairness/pinned-keys.ts'
import { writeStored } from '../../device/storage.ts'
import { checkStatement, type CheckedStatement } from './check-statement.ts'

const statement: Statement = {
  playerId: '8de90d49-582c-4459-8191-baed2d491fec',
  period: '2026-10',
  from: '2026-10-01T00:00:00.000Z',
  until: '2026-11-01T00:00:00.000Z',
  isFinal: true,
  currencies: [
    {
      currency: 'EUR',
      accounts: [
        { account: 'cash', opening: 1050, closing: 550 },
        { account: 'held', opening: 0, closing: 200 },
      ],
      lines: [
        { account: 'cash', product: 'withdrawals', kind: 'withdrawal-hold', entries: 1, credit: 0, debit: 200 },
        { account: 'held', product: 'withdrawals', kind: 'withdrawal-hold', entries: 1, credit: 200, debit: 0 },
        { account: 'cash', product: 'casino', kind: 'bet', entries: 3, credit: 0, debit: 400 },
        { account: 'cash', product: 'casino', kind: 'win', entries: 1, credit: 100, debit: 0 },
      ],
      result: -300,
    },
  ],
}
const about = '8de90d49-582c-4459-8191-baed2d491fec,2026-10,2026-10-01T00:00:00.000Z,2026-11-01T00:00:00.000Z,yes'
const head =
  'fairhouse statement,player,period,from,until,final,currency,account,product,kind,entries,credit,debit,amount'
const text = `\uFEFF${[
  head,
  `statement,${about},,,,,,,,`,
  `opening,${about},EUR,cash,,,,,,10.50`,
  `opening,${about},EUR,held,,,,,,0.00`,
  `movement,${about},EUR,cash,withdrawals,withdrawal-hold,1,0.00,2.00,-2.00`,
  `movement,${about},EUR,held,withdrawals,withdrawal-hold,1,2.00,0.00,2.00`,
  `movement,${about},EUR,cash,casino,bet,3,0.00,4.00,-4.00`,
  `movement,${about},EUR,cash,casino,win,1,1.00,0.00,1.00`,
  `closing,${about},EUR,cash,,,,,,5.50`,
  `closing,${about},EUR,held,,,,,,2.00`,
  `result,${about},EUR,,,,,,,-3.00`,
].join('\r\n')}\r\n`

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const keyPair = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
const keys = await keyPair()
const bytesOf = (content: string) => new TextEncoder().encode(content)
const pemOf = async ({ publicKey }: CryptoKeyPair) => {
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey))
  return `-----BEGIN PUBLIC KEY-----\n${btoa(String.fromCharCode(...spki)).replaceAll(/.{64}/g, '$&\n')}\n-----END PUBLIC KEY-----\n`
}
/** As OpenSSL writes it: integers without leading zeros, and with one where they would be negative. */
function toDer(signature: Uint8Array): Uint8Array {
  const numbers = [signature.slice(0, 32), signature.slice(32)].map((number) => {
    const digits = [...number]
    while (digits[0] === 0) digits.shift()
    if (digits[0]! >= 128) digits.unshift(0)
    return [2, digits.length, ...digits]
  })
  return new Uint8Array([48, numbers.flat().length, ...numbers.flat()])
}
const signed = async (content: string, { privateKey }: CryptoKeyPair = keys) =>
  toDer(new Uint8Array(await crypto.subtle.sign(algorithm, privateKey, bytesOf(content))))
const check = async (
  file: string,
  {
    signature = signed(file),
    shown = statement,
    by = keys,
  }: { signature?: Promise<Uint8Array>; shown?: Statement; by?: CryptoKeyPair } = {},
) => (await checkStatement(bytesOf(file), await signature, await pemOf(by), shown)) as CheckedStatement

beforeEach(() => writeStored('local', 'liabilities-key', null))

test('a sound file is found sound, and its key is known from then on', async () => {
  expect(await check(text)).toEqual({ isSigned: true, key: 'first', wrongSums: [], isShown: true })
  // Signatures differ each time, also in the length of their numbers.
  for (let turn = 0; turn < 40; turn++)
    expect(await check(text)).toEqual({ isSigned: true, key: 'known', wrongSums: [], isShown: true })
})

test.each([
  ['a balance', ',held,,,,,,2.00', ',held,,,,,,2.01'],
  ['a movement', '1,1.00,0.00,1.00', '1,1.01,0.00,1.01'],
  ['a net amount', '0.00,4.00,-4.00', '0.00,4.00,-3.00'],
  ['the result', ',-3.00', ',-2.00'],
  ['a product', 'casino,bet', 'vault,bet'],
])(
  '%s that is changed breaks signature, sums and page, and sums also where the operator signed it',
  async (_, from, to) => {
    const changed = text.replace(from, to)
    expect(changed).not.toBe(text)
    const forged = { isSigned: false, wrongSums: ['EUR'], isShown: false }
    expect(await check(changed, { signature: signed(text) })).toMatchObject(forged)
    expect(await check(changed)).toMatchObject({ ...forged, isSigned: true })
  },
)

test('a line that is left out, doubled or of another player is found', async () => {
  const lines = text.split('\r\n')
  const without = [...lines.slice(0, 6), ...lines.slice(7)].join('\r\n')
  const twice = [...lines.slice(0, 7), ...lines.slice(6)].join('\r\n')
  for (const changed of [without, twice])
    expect(await check(changed)).toMatchObject({ wrongSums: ['EUR'], isShown: false })
  const others = text.replaceAll('8de90d49', '00000000')
  expect(await check(others)).toMatchObject({ isSigned: true, wrongSums: [], isShown: false })
})

test('a page that leaves a movement or a currency out, or shows another figure, is found', async () => {
  const [euro] = statement.currencies
  for (const currencies of [[], [{ ...euro!, lines: euro!.lines.slice(1) }], [{ ...euro!, result: -299 }]])
    expect(await check(text, { shown: { ...statement, currencies } })).toMatchObject({ isSigned: true, isShown: false })
})

test('a key that this browser has not seen is named, and is not pinned in place of the first', async () => {
  const other = await keyPair()
  await check(text)
  const found = await check(text, { signature: signed(text, other), by: other })
  expect(found).toMatchObject({ isSigned: true, key: 'changed' })
  expect(await check(text)).toMatchObject({ key: 'known' })
  writeStored('local', 'liabilities-key', null)
  pinKeys('liabilities-key', ['another'])
  expect(await check(text)).toMatchObject({ key: 'changed' })
})

test('garbage in place of a signature is no signature', async () => {
  for (const garbage of [new Uint8Array(0), new Uint8Array(8), new Uint8Array(200).fill(255)])
    expect(await check(text, { signature: Promise.resolve(garbage) })).toMatchObject({
      isSigned: false,
      key: 'changed',
    })
})
