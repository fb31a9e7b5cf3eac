/** The filters for payments, which are stored in the URL. */
import { Button } from '../../../design/button/button.tsx'
import { Select } from '../../../design/field/field.tsx'
import { useAccounts } from '../../../features/wallet/accounts.ts'
import { useLabels } from '../../../render/labels.tsx'
import { useNavigator } from '../../../render/router.tsx'
import { DayField } from './day-field.tsx'
import { FilterBox } from './filter-box.tsx'
import { filterPath, type InvoiceFilter, isFiltered } from './invoice-filter.ts'
import styles from './filters.module.css'

export function InvoiceFilters({ filter }: { filter: InvoiceFilter }) {
  const t = useLabels('history')
  const navigator = useNavigator()
  const { data: accounts = [] } = useAccounts()
  const currencies = [
    ...new Set([...accounts.map(({ currency }) => currency), ...(filter.currency ? [filter.currency] : [])]),
  ]
  const set = (change: Partial<InvoiceFilter>) =>
    navigator.setSearch(filterPath({ ...filter, ...change }), { replace: true })
  return (
    <FilterBox isUsed={isFiltered(filter)}>
      <Choice
        label={t('type')}
        value={filter.type}
        onChange={(type) => set({ type })}
        options={[
          ['', t('typeAll')],
          ['1', t('typeDeposits')],
          ['2', t('typeWithdrawals')],
        ]}
      />
      <Choice
        label={t('status')}
        value={filter.status}
        onChange={(status) => set({ status })}
        options={[
          ['', t('statusAll')],
          ...['1', '2', '3'].map((status) => [status, t(`invoiceStatus_${status}`)] as const),
        ]}
      />
      <Choice
        label={t('currency')}
        value={filter.currency}
        onChange={(currency) => set({ currency })}
        options={[['', t('everyCurrency')], ...currencies.map((currency) => [currency, currency] as const)]}
      />
      <DayField label={t('from')} value={filter.from} max={filter.to} onChange={(from) => set({ from })} />
      <DayField label={t('to')} value={filter.to} min={filter.from} onChange={(to) => set({ to })} />
      {isFiltered(filter) && (
        <span className={styles.clear}>
          <Button
            tone="plain"
            size="s"
            icon="close"
            onClick={() => navigator.setSearch('?tab=invoices', { replace: true })}
          >
            {t('clearFilters')}
          </Button>
        </span>
      )}
    </FilterBox>
  )
}

type ChoiceProps = {
  label: string
  value: string
  onChange: (value: string) => void
  options: ReadonlyArray<readonly [value: string, texts: string]>
}
function Choice({ label, value, onChange, options }: ChoiceProps) {
  return (
    <label className={styles.filter}>
      <span>{label}</span>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, texts]) => (
          <option key={option} value={option}>
            {texts}
          </option>
        ))}
      </Select>
    </label>
  )
}
