/** Card deposits at the sandbox partner, for tests. */
import { expect } from 'vitest'
import { noFaults } from '#sandbox/faults.ts'
import type { Cashier, Loose, TestPlayer } from './cashier.ts'

/** Both parameters are functions, so that each test can have its own player. */
export function cardDeposits(app: () => Cashier, player: () => TestPlayer) {
  const request = (change: Record<string, unknown> = {}) => ({
    method: 'sandbox.card',
    currency: 'EUR',
    amount: 5000,
    accountId: player().accounts.EUR,
    fields: {},
    ...change,
  })
  const invoices = async (): Promise<Loose[]> => (await player().call('GET', '/api/payment/invoices')).body.data
  return {
    request,
    invoices,
    async startCard(change: Record<string, unknown> = {}): Promise<string> {
      const { status, body } = await player().call('POST', '/api/payment/invoices/deposit', request(change))
      expect(body).toMatchObject({ invoiceId: expect.any(String) })
      expect(status).toBe(200)
      return body.invoiceId
    },
    paymentOf: (invoiceId: string) => app().sandbox.payments.byReference(invoiceId)!,
    invoice: async (id: string): Promise<Loose> => (await invoices()).find((row) => row.id === id),
    balance: async (currency = 'EUR') => (await player().account(currency)).balance,
    /** Resets the partner's faults and the clock, and creates a new player. */
    async begin(): Promise<TestPlayer> {
      Object.assign(app().sandbox.faults, noFaults)
      app().clock.reset()
      return app().player({ currencies: ['EUR', 'BTC', 'USDT'] })
    },
  }
}
