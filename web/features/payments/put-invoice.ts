/** Merges a pushed invoice into every cached list, paged or not. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { RouteReply } from '#contract/api.ts'
import type { Invoice } from '#contract/payments.ts'
import { mergePushed } from '../../live/newest.ts'

export const listRoute = 'GET /api/payment/invoices'
type Page = RouteReply<typeof listRoute>

export function putInvoice(client: QueryClient, invoice: Invoice): void {
  client.setQueriesData<Page | InfiniteData<Page>>({ queryKey: [listRoute] }, (held) => {
    if (!held) return held
    return 'pages' in held
      ? { ...held, pages: held.pages.map((page) => withPushed(page, invoice)) }
      : withPushed(held, invoice)
  })
}

/** Lists are filtered and paged, so lists that do not contain it are refetched. */
function withPushed(page: Page, invoice: Invoice): Page {
  return page.data.some(({ id }) => id === invoice.id) ? { ...page, data: mergePushed(page.data, invoice) } : page
}
