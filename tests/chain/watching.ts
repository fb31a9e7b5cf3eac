/** A cashier with a chain of either kind, a real database, and worker runs on request. */
import { chainCallbacks } from '#server/cashier/chain-callbacks.ts'
import type { ChainNeeds, PaymentsCallbacks } from '#server/chain/parts.ts'
import type { PaymentPartner } from '#server/partners/payments/port.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'

type Node = { mine(blocks?: number): Promise<unknown>; close(): Promise<unknown> }
export type Watching<N extends Node, Parts> = Cashier & {
  node: N
  parts: Parts
  logged: string[]
  /** Runs the worker as often as the blocks require. */
  round(): Promise<void>
  /** Mines blocks and reads them. */
  mine(blocks?: number): Promise<void>
  /** Restarts like a killed process, with nothing but the database. */
  restart(): void
  transfers(): Promise<Loose[]>
}
type Kind<N, Parts> = {
  node: N
  env?: Record<string, string>
  parts(needs: ChainNeeds): Parts
  pay(parts: Parts): PaymentPartner
  round(parts: Parts, app: PaymentsCallbacks): Promise<void>
}

export async function watching<N extends Node, Parts>({
  node,
  env = {},
  parts,
  pay,
  round,
}: Kind<N, Parts>): Promise<Watching<N, Parts>> {
  const app = await cashier({ env })
  const logged: string[] = []
  const record = (...words: unknown[]) =>
    void logged.push(
      words
        .map((word) =>
          typeof word === 'string'
            ? word
            : JSON.stringify(word, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
        )
        .join(' '),
    )
  const log = { info: record, warn: record, error: record } as never
  const createParts = () => {
    const made = parts({ db: app.deps.db, clock: app.deps.clock, log })
    app.deps.partners.payments.splice(1, 1, pay(made))
    return made
  }
  const callbacks = chainCallbacks(app.deps)
  const made: Watching<N, Parts> = {
    ...app,
    node,
    logged,
    parts: createParts(),
    round: () => round(made.parts, callbacks),
    async mine(blocks = 1) {
      await node.mine(blocks)
      await made.round()
    },
    restart: () => void (made.parts = createParts()),
    transfers: () => app.asOwner('SELECT * FROM chain.transfers ORDER BY id').then(({ rows }) => rows),
    async close() {
      await app.close()
      await node.close()
    },
  }
  await made.round()
  return made
}

type DepositAddress = { invoiceId: string; address: string; qr: string }

/** Requests the player's address in a currency, as the wallet does. */
export async function addressOn(network: string, player: TestPlayer, currency: string): Promise<DepositAddress> {
  const { status, body } = await player.call('POST', '/api/payment/invoices/deposit', {
    method: 'chain.crypto',
    currency,
    amount: 1,
    accountId: player.accounts[currency],
    fields: { crypto_network: network },
  })
  if (status !== 200) throw new Error(`the deposit answered ${status} ${JSON.stringify(body)}`)
  return body
}
