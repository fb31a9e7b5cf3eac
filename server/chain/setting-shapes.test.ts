import { expect, test } from 'vitest'
import { amountShape, checkAll, checkPublicKey, rangeOf } from './setting-shapes.ts'

const xpub =
  'xpub6EF8jXqFeFEW5bwMU7RpQtHkzE4KJxcqJtvkCjJumzW8CPpacXkb92ek4WzLQXjL93HycJwTPUAcuNxCqFPKKU5m5Z2Vq4nCyh5CyPeBFFr'

test('a range is from above zero to above its minimum', () => {
  expect(rangeOf('0.01', '0.02', 'USDT')).toEqual({ min: 10_000n, max: 20_000n })
  expect(rangeOf('0.000001', '0.000002', 'USDT')).toEqual({ min: 1n, max: 2n })
  for (const [least, most] of [
    ['0', '1'],
    ['1', '1'],
    ['2', '1'],
  ] as const)
    expect(() => rangeOf(least, most, 'USDT'), `${least} to ${most}`).toThrow('above zero and below the maximum')
  expect(() => rangeOf('0.0000001', '1', 'USDT')).toThrow('more decimal places than USDT has')
  expect(() => rangeOf('1', '2.0000001', 'USDT')).toThrow('more decimal places than USDT has')
})

test('an amount has at most nine digits before and after its point', () => {
  const accepted = ['5', '0.005', '123456789.123456789', '1234567890', '1.1234567890', '.5', '5.', '-1', '1e3', '1,5']
  expect(accepted.filter((text) => amountShape.safeParse(text).success)).toEqual(['5', '0.005', '123456789.123456789'])
})

test('a public key has one of the prefixes and its length; of a private one the operator is warned', () => {
  expect(() => checkPublicKey(` ${xpub}\n`, ['xpub', 'zpub'])).not.toThrow()
  for (const text of [xpub.slice(0, -1), `${xpub}1`, xpub.replace('6', '0'), ''])
    expect(() => checkPublicKey(text, ['xpub']), text).toThrow('not an extended public key (xpub…)')
  expect(() => checkPublicKey(xpub, ['zpub', 'vpub'])).toThrow('(zpub…, vpub…)')
  for (const prefix of ['xprv', 'zprv', 'tprv', 'vprv'])
    expect(() => checkPublicKey(`${prefix}${xpub.slice(4)}`, ['xpub'])).toThrow('consider this one compromised')
})

test('every failed check is reported under the name of its setting', () => {
  const fails = (message: string) => () => {
    throw new Error(message)
  }
  expect(checkAll({ A: fails('too low'), B: () => 1, C: fails('missing') })).toEqual(['A: too low', 'C: missing'])
})
