/**
 * A withdrawal is signed, rejected, sent and paid with everything logged: the keys are neither in the logs nor in the
 * database.
 */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainParts } from '#server/modules/chain/chain-pay.ts'
import type { TestPlayer } from '#tests/setup/cashier.ts'
import { type Bank, bank, confirmations, evmFor, invoicesOf, unusedAddress, withdraw } from './evm-bank.ts'

const rpcSecret = 'rpc-project-key-7731'
let house: Bank
let player: TestPlayer
let written = ''
beforeAll(async () => {
  house = await bank()
  const log = pino({ level: 'trace' }, { write: (line: string) => void (written += line) })
  house.parts = chainParts(evmFor(house.node, { rpcUrl: `${house.node.url}/v3/${rpcSecret}` }), {
    db: house.deps.db,
    clock: house.deps.clock,
    log,
  })
  player = await house.player({ currencies: ['ETH'] })
  await player.fund('ETH', 10_000_000_000n)
})
afterAll(() => house.close())

test('the hot wallet’s key and the node’s address are never logged or stored', async () => {
  await withdraw(house, player, 1_000_000_000, unusedAddress(9001))
  for (const fault of ['*', 'eth_estimateGas', 'eth_sendRawTransaction', 'eth_getBalance']) {
    house.node.faults[fault] = 'refuse'
    await house
      .round()
      .catch((error: Error) => (written += `${error.message}\n${error.stack}\n${JSON.stringify(error)}`))
    delete house.node.faults[fault]
  }
  await house.round()
  await house.mine(confirmations)
  expect((await invoicesOf(player))[0].stage).toBe('paid')
  expect(written).toContain('a payout was reported to payments')
  const { rows: tables } = await house.asOwner(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
  )
  const dumped = [written]
  for (const { name } of tables)
    dumped.push(JSON.stringify((await house.asOwner(`SELECT t::text AS row FROM ${name} AS t`)).rows))
  const digits = house.node.keys.hot.slice(2)
  for (const secret of [digits, digits.toUpperCase(), Buffer.from(digits, 'hex').toString('base64'), rpcSecret])
    for (const text of dumped) expect(text.includes(secret)).toBe(false)
})
