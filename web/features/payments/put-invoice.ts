/** Merges a pushed invoice into every cached list, also into infinite ones. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { RouteReply } from '#contract/api.ts'
import type { Invoice } from '#contract/payments.ts'
import { mergePushed } from '../../live/newest.ts'

export const listRoute = 'GET /api/payment/invoices'
type Page = RouteReply<typeof listRoute>

export function putInvoice(client: QueryClient, invoice: Invoice): void {
  client.setQueriesData<Page | InfiniteData<Page>>({ queryKey: [listRoute] }, (cached) => {
    if (!cached) return cached
    return 'pages' in cached
      ? { ...cached, pages: cached.pages.map((page) => withPushed(page, invoice)) }
      : withPushed(cached, invoice)
  })
}

/** A list without the invoice is unchanged, because filters and pages decide whether it belongs there. */
function withPushed(page: Page, invoice: Invoice): Page {
  return page.data.some(({ id }) => id === invoice.id) ? { ...page, data: mergePushed(page.data, invoice) } : page
}
