/** Filters and sort order of a list of games, as a GET form, so that they are in the URL. Changes apply immediately. */
import { type FormEvent, type ReactNode, useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { Select } from '../../design/field/field.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useLocation, useSearch, useVisitor } from '../../render/router.tsx'
import { useOwnMoney } from '../wallet/own-money.tsx'
import { filterCount, filterLists, filterSorts, providersOf } from './requests.ts'
import styles from './filters.module.css'

/** Amounts in euro cents, because every game can be played in euros. */
const stakesFrom = [1_00, 5_00, 10_00, 50_00]
const stakesTo = [10, 20, 50, 1_00]
const returns = [95, 96, 97, 98, 99]

/** In the lobby (`isLobby`) the form adds `view=all`, because an address without filters would show the rails. */
export default function Filters({ isLobby, hasProvider }: { isLobby: boolean; hasProvider: boolean }) {
  const t = useLabels('lobby')
  const money = useOwnMoney()
  const search = useSearch()
  const { isSignedIn } = useVisitor()
  const { page } = useLocation()
  const count = filterCount(search)
  const [isOpen, setOpen] = useState(count > 0)
  const inEuro = (amounts: number[]) => amounts.map((amount) => ({ value: String(amount), text: money(amount, 'EUR') }))
  const text = search.get('search')
  return (
    <form
      method="get"
      action={page.pathname}
      className={styles.form}
      aria-label={t('filters')}
      onChange={(event: FormEvent<HTMLFormElement>) => event.currentTarget.requestSubmit()}
    >
      {text && <input type="hidden" name="search" value={text} />}
      {isLobby && <input type="hidden" name="view" value="all" />}
      <div className={styles.bar}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls="filter-panel"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="filter" size={18} />
          {count > 0 ? t('filtersOn', { count }) : t('filters')}
        </button>
        {count > 0 && (
          <a href={`${page.pathname}?${new URLSearchParams({ search: text ?? '' })}`} className={styles.clear}>
            {t('clearFilters')}
          </a>
        )}
        <label className={styles.sort}>
          <span>{t('sort')}</span>
          <Select name="sort" value={search.get('sort') ?? ''} onChange={ignore}>
            <option value="">{t(text ? 'sort_match' : 'sort_lobby')}</option>
            {filterSorts.map((value) => (
              <option key={value} value={value}>
                {t(`sort_${value}`)}
              </option>
            ))}
          </Select>
        </label>
      </div>
      <div id="filter-panel" className={styles.panel} hidden={!isOpen}>
        {isSignedIn && (
          <Choices title={t('favoritesTitle')}>
            <Choice name="favorites" value="true" isChosen={search.has('favorites')}>
              {t('favoritesOnly')}
            </Choice>
          </Choices>
        )}
        {(['kinds', 'volatilities', 'features'] as const).map((list) => (
          <Choices key={list} title={t(`filter_${list}`)}>
            {filterLists[list].map((value) => (
              <Choice
                key={value}
                name={`${list}[]`}
                value={value}
                isChosen={search.getAll(`${list}[]`).includes(value)}
              >
                {t(list === 'volatilities' ? `volatility_${value}` : `${list}_${value}`)}
              </Choice>
            ))}
          </Choices>
        ))}
        <div className={styles.numbers}>
          <NumberSelect
            name="returnFrom"
            title={t('filter_return')}
            options={returns.map((value) => ({ value: String(value), text: t('returnFrom', { percent: value }) }))}
          />
          <NumberSelect name="stakeFrom" title={t('filter_stakeFrom')} options={inEuro(stakesFrom)} />
          <NumberSelect name="stakeTo" title={t('filter_stakeTo')} options={inEuro(stakesTo)} />
        </div>
        {!hasProvider && <Providers />}
      </div>
    </form>
  )
}

/** Controls show the values of the URL; the form's `onChange` handles changes. */
const ignore = () => undefined

function Choices({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.choices}>
      <legend>{title}</legend>
      <div>{children}</div>
    </fieldset>
  )
}

function Choice({
  name,
  value,
  isChosen,
  children,
}: {
  name: string
  value: string
  isChosen: boolean
  children: ReactNode
}) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" name={name} value={value} checked={isChosen} onChange={ignore} />
      {children}
    </label>
  )
}

function NumberSelect({
  name,
  title,
  options,
}: {
  name: string
  title: string
  options: Array<{ value: string; text: string }>
}) {
  const t = useLabels('lobby')
  const value = useSearch().get(name) ?? ''
  return (
    <label className={styles.number}>
      <span>{title}</span>
      <Select name={name} value={options.some((option) => option.value === value) ? value : ''} onChange={ignore}>
        <option value="">{t('any')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </Select>
    </label>
  )
}

/** Lists selected studios first, then those with the most games. */
function Providers() {
  const t = useLabels('lobby')
  const { data: providers = [] } = useApi('GET /api/game/providers')
  const chosen = providersOf(useSearch())
  if (providers.length < 2) return null
  const shown = providers.toSorted((one, other) => Number(chosen.includes(other.id)) - Number(chosen.includes(one.id)))
  return (
    <fieldset className={styles.choices}>
      <legend>{t('providers')}</legend>
      <div className={styles.studios}>
        {shown.map(({ id, name, gamesCount }) => (
          <Choice key={id} name="providers[]" value={id} isChosen={chosen.includes(id)}>
            {name} <small>{gamesCount}</small>
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}
