/** The history page: ledger, payments, bets and spins, each linked to its entries. */
import { Tabs } from '../../design/tabs/tabs.tsx'
import { useLabels } from '../../render/labels.tsx'
import { defineRoute, query } from '../../render/page.ts'
import { useNavigator, useSearch } from '../../render/router.tsx'
import { Page } from '../../shell/page-frame.tsx'
import { BetsTab, betsQuery } from './history/bets-tab.tsx'
import { readFilter } from './history/invoice-filter.ts'
import { InvoicesTab, invoicesQuery } from './history/invoices-tab.tsx'
import { entriesQuery, LedgerTab } from './history/ledger-tab.tsx'
import { SpinsTab, spinsQuery } from './history/spins-tab.tsx'
import { isTab, type Tab, tabs } from './history/tabs.ts'
import { paidQuery, playedQuery } from './history/totals.tsx'

export const route = defineRoute({
  labels: ['history', 'wallet'],
  queries: ({ search }) => {
    const tab = tabOf(search)
    if (tab === 'bets') return [query('GET /api/game/bets', betsQuery(search, 1))]
    const filter = readFilter(search)
    if (tab === 'invoices')
      return [
        query('GET /api/payment/invoices', invoicesQuery(search, 1)),
        query('GET /api/payment/invoices/statistics', paidQuery(filter)),
        query('GET /api/payment/payout-times'),
      ]
    if (tab === 'spins') return [query('GET /api/game/spins', spinsQuery(1))]
    return [
      query('GET /api/wallet/entries', entriesQuery(search)),
      query('GET /api/wallet/totals', playedQuery(filter)),
    ]
  },
  meta: ({ t }) => ({ title: t('title'), description: t('description'), noIndex: true }),
  View: History,
})

function tabOf(search: URLSearchParams): Tab {
  const wanted = search.get('tab')
  return isTab(wanted) ? wanted : 'ledger'
}

function History() {
  const t = useLabels('history')
  const navigator = useNavigator()
  const search = useSearch()
  const tab = tabOf(search)
  return (
    <Page title={t('title')} lead={t('lead')} width="list">
      <Tabs
        tabs={tabs.map((value) => ({ value, label: t(value) }))}
        value={tab}
        onChange={(next) => navigator.setSearch(next === 'ledger' ? '' : `?tab=${next}`)}
        label={t('sections')}
      >
        {tab === 'ledger' && <LedgerTab search={search} />}
        {tab === 'invoices' && <InvoicesTab search={search} />}
        {tab === 'bets' && <BetsTab search={search} />}
        {tab === 'spins' && <SpinsTab />}
      </Tabs>
    </Page>
  )
}
