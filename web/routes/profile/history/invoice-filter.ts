/** The payment filter from the URL: kind, status, currency and days. */
export type InvoiceFilter = { type: string; status: string; currency: string; from: string; to: string }

const names = ['type', 'status', 'currency', 'from', 'to'] as const
const allowed: Record<(typeof names)[number], RegExp> = {
  type: /^[12]$/,
  status: /^[123]$/,
  currency: /^[A-Z]{3,5}$/,
  from: /^\d{4}-\d{2}-\d{2}$/,
  to: /^\d{4}-\d{2}-\d{2}$/,
}

/** Valid filter values from the URL; invalid ones are ignored. */
export function readFilter(search: URLSearchParams): InvoiceFilter {
  const read = (name: (typeof names)[number]) => {
    const value = search.get(name) ?? ''
    return allowed[name].test(value) && !(value.includes('-') && Number.isNaN(Date.parse(value))) ? value : ''
  }
  return { type: read('type'), status: read('status'), currency: read('currency'), from: read('from'), to: read('to') }
}

export function isFiltered(filter: InvoiceFilter): boolean {
  return names.some((name) => filter[name] !== '')
}

export function filterPath(filter: InvoiceFilter): string {
  const search = new URLSearchParams({ tab: 'invoices' })
  for (const name of names) if (filter[name]) search.set(name, filter[name])
  return `?${search}`
}

const dayMs = 86_400_000

/** Returns the period of whole UTC days, as in the statement, including the last one. */
export function periodOf({ from, to }: Pick<InvoiceFilter, 'from' | 'to'>): { from?: string; to?: string } {
  return {
    ...(from && { from: `${from}T00:00:00Z` }),
    ...(to && { to: new Date(Date.parse(to) + dayMs).toISOString() }),
  }
}

export function filterQuery(filter: InvoiceFilter) {
  return {
    ...(filter.type && { type: Number(filter.type) as 1 | 2 }),
    ...(filter.status && { status: [Number(filter.status) as 1 | 2 | 3] }),
    ...(filter.currency && { currency: filter.currency }),
    ...periodOf(filter),
  }
}
