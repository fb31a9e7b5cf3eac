import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Invoice } from '#contract/payments.ts'
import { listRoute, putInvoice } from './put-invoice.ts'

const invoice = (id: string, version: number) => ({ id, version }) as Invoice
const page = (...data: Invoice[]) => ({ data, meta: { page: 1, perPage: 2, total: data.length } })

test('a pushed invoice replaces an older version in single pages and infinite lists, and an outdated one changes nothing', () => {
  const client = new QueryClient()
  const [single, paged, other] = [
    [listRoute, null, { page: 1 }],
    [listRoute, null, { page: 1 }, 'pages'],
    [listRoute, null, { page: 2 }],
  ]
  client.setQueryData(single, page(invoice('a', 1), invoice('b', 1)))
  client.setQueryData(paged, {
    pages: [page(invoice('a', 1), invoice('b', 1)), page(invoice('c', 1))],
    pageParams: [null, 2],
  })
  client.setQueryData(other, page(invoice('c', 1)))
  putInvoice(client, invoice('b', 3))
  putInvoice(client, invoice('b', 2))
  putInvoice(client, invoice('unknown', 1))
  expect(client.getQueryData(single)).toEqual(page(invoice('a', 1), invoice('b', 3)))
  expect(client.getQueryData(paged)).toEqual({
    pages: [page(invoice('a', 1), invoice('b', 3)), page(invoice('c', 1))],
    pageParams: [null, 2],
  })
  expect(client.getQueryData(other)).toEqual(page(invoice('c', 1)))
})
