/** The ledger: each change with reason, before and after. */
import type { LedgerEntry } from '#contract/wallet.ts'
import { Button, ButtonLink } from '../../../design/button/button.tsx'
import { Select } from '../../../design/field/field.tsx'
import { useAccounts } from '../../../features/wallet/accounts.ts'
import { useLabels } from '../../../render/labels.tsx'
import { Link, useNavigator } from '../../../render/router.tsx'
import { DayField } from './day-field.tsx'
import { EntryLine } from './entry-line.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterBox } from './filter-box.tsx'
import filters from './filters.module.css'
import styles from './history.module.css'
import { periodOf, readFilter } from './invoice-filter.ts'
import { ListFrame } from './list-frame.tsx'
import { PlayTotals, playedQuery } from './totals.tsx'
import { usePages } from './use-pages.ts'

const perPage = 25

export function entriesQuery(search: URLSearchParams, before?: string) {
  const currency = search.get('currency') ?? undefined
  const referenceId = search.get('reference') ?? undefined
  return {
    query: {
      perPage,
      ...periodOf(daysOf(search)),
      ...(currency && { currency }),
      ...(referenceId && { referenceId }),
      ...(before && { before }),
    },
  }
}

function daysOf(search: URLSearchParams) {
  const { from, to, currency } = readFilter(search)
  return { from, to, currency }
}

export function LedgerTab({ search }: { search: URLSearchParams }) {
  const t = useLabels('history')
  const paging = usePages({
    route: 'GET /api/wallet/entries',
    request: (before: string | null) => entriesQuery(search, before ?? undefined),
    next: (page) => page.meta.next,
  })
  const entries: LedgerEntry[] | undefined = paging.pages?.flatMap(({ data }) => data)
  const reference = search.get('reference')
  const isNarrowed = Object.values(daysOf(search)).some(Boolean)
  return (
    <div className={styles.section}>
      {reference ? (
        <p className={styles.filter}>
          {t('onlyReference')}
          <Link to="/profile/history">{t('showAll')}</Link>
        </p>
      ) : (
        <LedgerFilters days={daysOf(search)} />
      )}
      <ListFrame
        key={JSON.stringify(daysOf(search))}
        count={entries?.length}
        paging={paging}
        empty={
          isNarrowed
            ? { icon: 'filter', title: t('nothingFits'), text: t('noEntryFits'), action: null }
            : {
                icon: 'scale',
                title: t('ledgerEmpty'),
                text: t('ledgerEmptyText'),
                action: (
                  <ButtonLink to="/" tone="primary">
                    {t('toGames')}
                  </ButtonLink>
                ),
              }
        }
      >
        {entries?.map((entry) => (
          <EntryLine key={entry.id} entry={entry} isLinked={!reference} />
        ))}
      </ListFrame>
    </div>
  )
}

function LedgerFilters({ days }: { days: ReturnType<typeof daysOf> }) {
  const t = useLabels('history')
  const navigator = useNavigator()
  const { data = [] } = useAccounts()
  const set = (change: Partial<typeof days>) => {
    const kept = Object.entries({ ...days, ...change }).filter(([, value]) => value !== '')
    navigator.setSearch(kept.length > 0 ? `?${new URLSearchParams(kept)}` : '', { replace: true })
  }
  return (
    <>
      <FilterBox isUsed={Object.values(days).some(Boolean)}>
        <label className={filters.filter}>
          <span>{t('currency')}</span>
          <Select value={days.currency} onChange={(event) => set({ currency: event.target.value })}>
            <option value="">{t('everyCurrency')}</option>
            {data.map(({ currency }) => (
              <option key={currency} value={currency}>
                {currency}
              </option>
            ))}
          </Select>
        </label>
        <DayField label={t('from')} value={days.from} max={days.to} onChange={(from) => set({ from })} />
        <DayField label={t('to')} value={days.to} min={days.from} onChange={(to) => set({ to })} />
        {Object.values(days).some(Boolean) && (
          <span className={filters.clear}>
            <Button tone="plain" size="s" icon="close" onClick={() => navigator.setSearch('', { replace: true })}>
              {t('clearFilters')}
            </Button>
          </span>
        )}
      </FilterBox>
      <PlayTotals days={days} />
      <div className={filters.exports}>
        <div className={filters.links}>
          <Link to="/profile/statements" className={filters.statements}>
            {t('statements')}
          </Link>
          <Link to="/profile/audit" className={filters.statements}>
            {t('ownAudit')}
          </Link>
        </div>
        <ExportButton filter={playedQuery(days).query} />
      </div>
    </>
  )
}
