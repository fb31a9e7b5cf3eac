/** The ledger: what changed, why, from what to what. */
import type { LedgerEntry } from '#contract/wallet.ts'
import { ButtonLink } from '../../../design/button/button.tsx'
import { Select } from '../../../design/field/field.tsx'
import { useAccounts } from '../../../features/wallet/accounts.ts'
import { useLabels } from '../../../render/labels.tsx'
import { Link, useNavigator } from '../../../render/router.tsx'
import { EntryLine } from './entry-line.tsx'
import styles from './history.module.css'
import { ListFrame } from './list-frame.tsx'
import { usePages } from './use-pages.ts'

const perPage = 25

export function entriesQuery(search: URLSearchParams, before?: string) {
  const currency = search.get('currency') ?? undefined
  const referenceId = search.get('reference') ?? undefined
  return { query: { perPage, ...(currency && { currency }), ...(referenceId && { referenceId }), ...(before && { before }) } }
}

export function LedgerTab({ search }: { search: URLSearchParams }) {
  const t = useLabels('history')
  const paging = usePages({ route: 'GET /api/wallet/entries', request: (before: string | null) => entriesQuery(search, before ?? undefined), next: (page) => page.meta.next })
  const entries: LedgerEntry[] | undefined = paging.pages?.flatMap(({ data }) => data)
  const reference = search.get('reference')
  return (
    <div className={styles.section}>
      {reference
        ? <p className={styles.filter}>{t('onlyReference')}<Link to="/profile/history">{t('showAll')}</Link></p>
        : <CurrencyFilter value={search.get('currency') ?? ''} />}
      <ListFrame count={entries?.length} paging={paging} empty={{ icon: 'scale', title: t('ledgerEmpty'), text: t('ledgerEmptyText'), action: <ButtonLink to="/" tone="primary">{t('toGames')}</ButtonLink> }}>
        {entries?.map((entry) => <EntryLine key={entry.id} entry={entry} isLinked={!reference} />)}
      </ListFrame>
    </div>
  )
}

function CurrencyFilter({ value }: { value: string }) {
  const t = useLabels('history')
  const navigator = useNavigator()
  const { data = [] } = useAccounts()
  if (data.length < 2 && !value) return null
  return (
    <label className={styles.currency}>
      <span>{t('currency')}</span>
      <Select value={value} onChange={(event) => navigator.setSearch(event.target.value ? `?currency=${event.target.value}` : '', { replace: true })}>
        <option value="">{t('everyCurrency')}</option>
        {data.map(({ currency }) => <option key={currency} value={currency}>{currency}</option>)}
      </Select>
    </label>
  )
}
