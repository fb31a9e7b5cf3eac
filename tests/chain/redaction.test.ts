/**
 * Signs, rejects, sends and pays a withdrawal with everything logged, and checks that the keys are neither in the logs
 * nor in the database.
 */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainParts } from '#server/chain/chain-pay.ts'
import type { TestPlayer } from '#tests/setup/cashier.ts'
import { type Bank, bank, confirmations, evmFor, invoicesOf, unusedAddress, withdraw } from './evm-bank.ts'

const rpcSecret = 'rpc-project-key-7731'
let fixture: Bank
let player: TestPlayer
let written = ''
beforeAll(async () => {
  fixture = await bank()
  const log = pino({ level: 'trace' }, { write: (line: string) => void (written += line) })
  fixture.parts = chainParts(evmFor(fixture.node, { rpcUrl: `${fixture.node.url}/v3/${rpcSecret}` }), {
    db: fixture.deps.db,
    clock: fixture.deps.clock,
    log,
  })
  player = await fixture.player({ currencies: ['ETH'] })
  await player.fund('ETH', 10_000_000_000n)
})
afterAll(() => fixture.close())

// Shows: ASVS 14.2.4, ASVS 16.2.5
test('the hot wallet’s key and the node’s address are never logged or stored', async () => {
  await withdraw(fixture, player, 1_000_000_000, unusedAddress(9001))
  for (const fault of ['*', 'eth_estimateGas', 'eth_sendRawTransaction', 'eth_getBalance']) {
    fixture.node.faults[fault] = 'refuse'
    await fixture
      .round()
      .catch((error: Error) => (written += `${error.message}\n${error.stack}\n${JSON.stringify(error)}`))
    delete fixture.node.faults[fault]
  }
  await fixture.round()
  await fixture.mine(confirmations)
  expect((await invoicesOf(player))[0].stage).toBe('paid')
  expect(written).toContain('a payout was reported to payments')
  const { rows: tables } = await fixture.asOwner(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
  )
  const dumped = [written]
  for (const { name } of tables)
    dumped.push(JSON.stringify((await fixture.asOwner(`SELECT t::text AS row FROM ${name} AS t`)).rows))
  const digits = fixture.node.keys.hot.slice(2)
  for (const secret of [digits, digits.toUpperCase(), Buffer.from(digits, 'hex').toString('base64'), rpcSecret])
    for (const text of dumped) expect(text.includes(secret)).toBe(false)
})
