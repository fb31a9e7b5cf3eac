import { expect, test } from 'vitest'
import type { Asset } from './assets.ts'
import type { Receipt } from './node.ts'
import { callFor, outcomeOf, type Payment } from './transaction.ts'

const [contract, sender] = [`0x${'ab'.repeat(20)}`, `0x${'Cd'.repeat(20)}`]
const destination = `0x${'ef'.repeat(20)}` as const
const asset = (more: Partial<Asset>) => ({ currency: 'USDT', contract, unitsPerSubunit: 100n, ...more }) as Asset
const ofToken: Payment = { destination, amount: 5n, asset: asset({}) }
const ofCoin: Payment = { destination, amount: 5n, asset: asset({ contract: null, unitsPerSubunit: 10n ** 9n }) }

const word = (hex: string) => `0x${hex.padStart(64, '0')}`
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const transfer = (more: { address?: string; from?: string; to?: string; raw?: bigint } = {}) => ({
  address: more.address ?? contract.toUpperCase().replace('0X', '0x'),
  topics: [transferTopic, word((more.from ?? sender).slice(2)), word((more.to ?? destination).slice(2))],
  data: word((more.raw ?? 500n).toString(16)),
})
const receipt = (logs: Receipt['logs'], isSuccess = true) => ({ isSuccess, logs }) as Receipt

test('a payout in the coin of the network sends its value to the destination', () => {
  expect(callFor(ofCoin)).toEqual({ to: destination, value: 5_000_000_000n })
})

test('a payout of a token calls its contract with destination and amount, and sends no coins', () => {
  const { to, value, data } = callFor(ofToken)
  expect([to, value]).toEqual([contract, 0n])
  expect(data!.toLowerCase()).toBe(`0xa9059cbb${word('ef'.repeat(20)).slice(2)}${word('1f4').slice(2)}`)
})

test('a payout is paid once the log of its token shows exactly this transfer', () => {
  const of = (...logs: Receipt['logs']) => outcomeOf(receipt(logs), ofToken, sender)
  expect(of(transfer())).toBe('paid')
  expect(of(transfer({ raw: 1n }), transfer())).toBe('paid')
  const inCapitals = { ...ofToken, destination: `0x${'EF'.repeat(20)}` as const }
  expect(outcomeOf(receipt([transfer()]), inCapitals, sender)).toBe('paid')
  expect(of()).toBe('odd')
  expect(of(transfer({ raw: 499n }))).toBe('odd')
  expect(of(transfer({ raw: 5n }))).toBe('odd')
  expect(of(transfer({ to: sender }))).toBe('odd')
  expect(of(transfer({ from: destination }))).toBe('odd')
  expect(of(transfer({ address: sender }))).toBe('odd')
})

test('a failed transaction paid nothing, and a coin needs no log', () => {
  expect(outcomeOf(receipt([transfer()], false), ofToken, sender)).toBe('reverted')
  expect(outcomeOf(receipt([], false), ofCoin, sender)).toBe('reverted')
  expect(outcomeOf(receipt([]), ofCoin, sender)).toBe('paid')
})
