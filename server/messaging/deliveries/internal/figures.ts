/** Metrics of deliveries: outcomes, number waiting, and waiting time. */
import { Counter } from 'prom-client'
import type { KernelDeps } from '../../../deps.ts'
import { gauge, registry } from '../../../kernel/http/metrics.ts'

const outcomes = new Counter({
  name: 'fairhouse_deliveries_total',
  help: 'Attempts at mails and text messages by outcome',
  labelNames: ['medium', 'template', 'outcome'],
  registers: [registry],
})

export function countDelivery({ medium, template }: { medium: string; template: string }, outcome: string): void {
  outcomes.inc({ medium, template, outcome })
}

export function measureDeliveries({ db, clock }: KernelDeps): void {
  const waiting = db.kysely.selectFrom('deliveries.deliveries').where('state', '=', 'waiting')
  gauge('fairhouse_deliveries_waiting', 'Mails and text messages that were not handed over yet', async () => {
    const { count } = await waiting.select(({ fn }) => fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
    return Number(count)
  })
  gauge('fairhouse_deliveries_oldest_seconds', 'Age of the oldest of them', async () => {
    const { oldest } = await waiting.select(({ fn }) => fn.min('created_at').as('oldest')).executeTakeFirstOrThrow()
    return oldest ? (clock.now().getTime() - oldest.getTime()) / 1000 : 0
  })
}
