/** One invoice, updated by pushes and, while pending, by polling in case there is no connection. */
import type { Invoice } from '#contract/payments.ts'
import { useApi } from '../../api/use-api.ts'

const askEveryMs = 5000
/** No player has more deposits open at once. */
const mostOpen = 20

export function useInvoice(id: string | null): Invoice | undefined {
  const latest = useApi(
    'GET /api/payment/invoices',
    { query: { perPage: 10 } },
    {
      enabled: id !== null,
      refetchInterval: ({ state }) => (find(state.data?.data, id)?.status ?? 1) === 1 && askEveryMs,
    },
  )
  const isAmongLatest = find(latest.data?.data, id) !== undefined
  // One that is continued later may have newer ones before it.
  const open = useApi(
    'GET /api/payment/invoices',
    { query: { type: 1, status: [1], perPage: mostOpen } },
    { enabled: id !== null && latest.data !== undefined && !isAmongLatest },
  )
  return find(latest.data?.data, id) ?? find(open.data?.data, id)
}

function find(invoices: Invoice[] | undefined, id: string | null): Invoice | undefined {
  return invoices?.find((invoice) => invoice.id === id)
}
