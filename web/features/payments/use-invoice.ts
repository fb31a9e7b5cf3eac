/** One invoice, updated by pushes and, while pending, by polling in case there is no connection. */
import type { Invoice } from '#contract/payments.ts'
import { useApi } from '../../api/use-api.ts'

const askEveryMs = 5000

export function useInvoice(id: string | null): Invoice | undefined {
  const { data } = useApi(
    'GET /api/payment/invoices',
    { query: { perPage: 10 } },
    {
      enabled: id !== null,
      refetchInterval: ({ state }) =>
        (state.data?.data.find((invoice) => invoice.id === id)?.status ?? 1) === 1 && askEveryMs,
    },
  )
  return data?.data.find((invoice) => invoice.id === id)
}
