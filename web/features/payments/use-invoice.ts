/** Reads one invoice. It is updated by pushes and, while pending, by polling, in case there is no connection. */
import type { Invoice } from '#contract/payments.ts'
import { useApi } from '../../api/use-api.ts'

const pollMs = 5000
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export function useInvoice(id: string | null): Invoice | undefined {
  return useNamedInvoice(id).invoice
}

/** `isMissing`: the player has no such invoice. A deposit address without a payment counts as missing. */
export function useNamedInvoice(id: string | null): { invoice: Invoice | undefined; isMissing: boolean } {
  const isId = id !== null && uuid.test(id)
  const { data } = useApi(
    'GET /api/payment/invoices',
    { query: { id: id ?? undefined, perPage: 1 } },
    {
      enabled: isId,
      refetchInterval: ({ state }) => (state.data?.data[0]?.status ?? 1) === 1 && pollMs,
    },
  )
  const invoice = data?.data[0]
  return { invoice, isMissing: id !== null && (!isId || (data !== undefined && !invoice)) }
}
