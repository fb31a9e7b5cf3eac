/** Maps an invoice's history to past, current and future steps. */
import type { Invoice, InvoiceStage } from '#contract/payments.ts'

export type Step = { stage: InvoiceStage; at: string | null; state: 'done' | 'current' | 'failed' | 'ahead' }

const ahead: Record<1 | 2, InvoiceStage[]> = {
  1: ['created', 'awaiting-payment', 'paid'],
  2: ['created', 'review', 'sent', 'paid'],
}

type Stepped = Pick<Invoice, 'type' | 'status' | 'timeline' | 'heldBy'>

/** Money that is held has no step ahead: a person decides whether it is credited. */
export function stepsOf({ type, status, timeline, heldBy }: Stepped): Step[] {
  const last = timeline.length - 1
  const passed = timeline.map(({ stage, at }, index): Step => ({
    stage,
    at,
    state: index < last ? 'done' : lastState(status),
  }))
  const reached = Math.max(...timeline.map(({ stage }) => ahead[type].indexOf(stage)))
  const missing = status === 1 && !heldBy ? ahead[type].slice(reached + 1) : []
  return [...passed, ...missing.map((stage): Step => ({ stage, at: null, state: 'ahead' }))]
}

function lastState(status: 1 | 2 | 3): Step['state'] {
  if (status === 1) return 'current'
  return status === 2 ? 'done' : 'failed'
}
