/**
 * The contexts of the server, from the ground up. A context imports only the `index.ts` of contexts in rows above its
 * own, and of those that its row names; everything may import `kernel/`. `tests/architecture.test.ts` checks it.
 */
type Row = {
  contexts: readonly string[]
  /** Exceptions: who may import whom in the same row. */
  within?: Record<string, string[]>
}

export const layers: readonly Row[] = [
  { contexts: ['ledger', 'realtime', 'reference', 'partners'], within: { partners: ['reference'] } },
  { contexts: ['messaging'] },
  { contexts: ['identity'] },
  { contexts: ['wallet', 'operators'] },
  { contexts: ['protection'] },
  { contexts: ['bonuses'] },
  { contexts: ['profile', 'transfers'] },
  { contexts: ['play', 'sports', 'chain', 'cashier'], within: { sports: ['play'], cashier: ['chain', 'sports'] } },
  { contexts: ['rewards', 'harm'], within: { harm: ['rewards'] } },
  { contexts: ['campaigns', 'support', 'liabilities', 'reports'] },
]
