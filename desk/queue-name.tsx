/** The name of a queue, as a link to the page where it is worked. */
import type { Scope } from '#contract/desk/scopes.ts'
import { labelOf } from './labels.ts'
import { follow } from './place.ts'

/** Where a queue is worked, and who may. Without a page it is worked on the command line. */
const queues: Record<string, { path?: string; scope: Scope }> = {
  withdrawals: { path: '/withdrawals', scope: 'cashier:read' },
  flagged: { path: '/flagged', scope: 'cashier:read' },
  breaks: { path: '/books', scope: 'cashier:read' },
  rates: { path: '/rates', scope: 'cashier:read' },
  'sports-differences': { path: '/sports', scope: 'cashier:read' },
  'sports-closed': { path: '/sports?kind=closed', scope: 'cashier:read' },
  documents: { path: '/documents', scope: 'players:read' },
  chat: { path: '/chat', scope: 'support:read' },
  complaints: { path: '/complaints', scope: 'complaints:read' },
  communications: { path: '/messages', scope: 'support:read' },
  harm: { path: '/markers', scope: 'protection:read' },
  households: { path: '/households', scope: 'protection:read' },
  texts: { path: '/content', scope: 'content:read' },
  returns: { path: '/returns', scope: 'games:read' },
}

export const scopeOfQueue = (name: string): Scope => queues[name]?.scope ?? 'operators:read'

export function QueueName({ name }: { name: string }) {
  const path = queues[name]?.path
  const title = labelOf(`queueName.${name}`)
  return path ? (
    <a href={path} onClick={follow}>
      {title}
    </a>
  ) : (
    title
  )
}
