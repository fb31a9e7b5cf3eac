import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { registerPlayer, send, startDeposit, until } from '#tests/product/site-player.ts'
import type { GuidedSite } from '#tests/setup/guide.ts'

export async function check(site: GuidedSite): Promise<void> {
  const [gateway] = JSON.parse(site.env.PAYMENT_GATEWAYS!)
  await using probePay = await openGateway(gateway)
  const player = await registerPlayer(site)
  const { body: methods } = await player.call('GET', '/api/payment/methods/deposit?currency=EUR')
  expect(methods.map(({ method }: { method: string }) => method)).toContain('probe.card')

  const { status, body: deposit } = await startDeposit(player, 20_00, { method: 'probe.card' })
  const [order] = probePay.orders
  expect([status, deposit.action]).toEqual([200, order?.page])
  expect(order).toMatchObject({ shop: 'fairhouse', amount: '20.00', currency: 'EUR' })

  const paid = JSON.stringify({ event: randomUUID(), order: { ...order, state: 'succeeded' } })
  const notify = (secret: string) => {
    const time = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', secret).update(`${time}.${paid}`).digest('hex')
    return send(`${site.url}/api/partners/payments/probe/callback`, 'POST', {
      body: paid,
      headers: { 'probe-signature': `t=${time},v1=${signature}` },
    })
  }
  expect((await notify('another-secret-of-webhooks')).status).toBe(401)
  expect((await notify(gateway.webhookSecrets[0])).status).toBe(200)
  await until(async () => (await player.cash()) > 0, 'the deposit is credited')
  // Credited once, however often the gateway says so.
  expect((await notify(gateway.webhookSecrets[0])).status).toBe(200)
  const { body: entries } = await player.call('GET', '/api/wallet/entries')
  expect(entries.data).toMatchObject([
    {
      kind: 'deposit',
      amount: 20_00,
      after: 20_00,
      counterparty: 'clearing:probe:EUR',
      reference: { kind: 'invoice' },
    },
  ])
  const { body: invoices } = await player.call('GET', '/api/payment/invoices')
  expect(invoices.data).toMatchObject([{ amount: 20_00 }])
}

type Order = { id: string; reference: string; state: string; page: string }

/** A gateway with the protocol of the guide, at the address of its settings. */
async function openGateway({ url, apiKey }: { url: string; apiKey: string }) {
  const orders: Order[] = []
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    if (request.headers.authorization !== `Bearer ${apiKey}`) return answer(401, {})
    if (request.method === 'POST') {
      const id = `order-${orders.length}`
      const order = { ...((await json(request)) as Order), id, state: 'open', page: `${url}/pay/${id}` }
      orders.push(order)
      return answer(201, order)
    }
    const order = orders.find(({ reference }) => request.url === `/orders/${reference}`)
    return answer(order ? 200 : 404, order ?? {})
  })
  await listen(server, Number(new URL(url).port))
  return { orders, [Symbol.asyncDispose]: async () => void server.close() }
}

/** Waits while another run on this machine has the port. */
async function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const error = await new Promise<Error | null>((resolve) => {
      server.once('error', resolve)
      server.listen(port, 'localhost', () => resolve(null))
    })
    if (!error) return
    if (attempt === 100) throw error
    await sleep(200)
  }
}
