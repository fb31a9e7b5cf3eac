/** Filters of a list. What is chosen is in the address, so that a list can be linked and shared. */
import type { FormEvent } from 'react'
import { Button } from '#web/design/button/button.tsx'
import { Input, Select } from '#web/design/field/field.tsx'
import styles from './filters.module.css'
import { label } from './labels.ts'
import { go, usePlace } from './place.ts'

/** With options it is a choice among them, the empty one for all; without, a text. `name` is that of the query. */
export type Filter = { name: string; title: string; options?: Array<{ value: string; title: string }>; type?: 'date' }

/** What the address asks for: filters, and the key of the page. */
export function useFilters(): Record<string, string> {
  return Object.fromEntries([...usePlace().searchParams].filter(([, value]) => value !== ''))
}

/** `keeps`: names of the query that stay in the address. */
export function Filters({ filters, keeps = [] }: { filters: Filter[]; keeps?: string[] }) {
  const { pathname, searchParams } = usePlace()
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const kept = keeps.flatMap((name) => searchParams.getAll(name).map((value) => [name, value]))
    const chosen = filters.flatMap(({ name }) => {
      const value = String(form.get(name) ?? '').trim()
      return value ? [[name, value]] : []
    })
    const query = new URLSearchParams([...kept, ...chosen])
    go(query.size > 0 ? `${pathname}?${query}` : pathname)
  }
  return (
    <form className={styles.filters} onSubmit={show} key={searchParams.toString()} role="search">
      {filters.map(({ name, title, options, type }) =>
        options ? (
          <Select
            key={name}
            name={name}
            aria-label={title}
            defaultValue={searchParams.get(name) ?? ''}
            onChange={(event) => event.currentTarget.form!.requestSubmit()}
          >
            <option value="">{title}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.title}
              </option>
            ))}
          </Select>
        ) : (
          <Input
            key={name}
            name={name}
            aria-label={title}
            {...(type && { type, title })}
            placeholder={title}
            defaultValue={searchParams.get(name) ?? ''}
          />
        ),
      )}
      {/* A choice is shown at once. */}
      {filters.some(({ options }) => !options) && (
        <Button type="submit" icon="filter">
          {label('filter')}
        </Button>
      )}
    </form>
  )
}

/** Leads to the next page of a list, whose key (`next`) the server has answered; nothing on the last page. */
export function NextPage({ next, name = 'after' }: { next: string | null; name?: string }) {
  const { pathname, searchParams } = usePlace()
  if (next === null) return null
  const query = new URLSearchParams(searchParams)
  query.set(name, next)
  return (
    <p>
      <Button icon="arrow-down" data-row="" onClick={() => go(`${pathname}?${query}`)}>
        {label('nextPage')}
      </Button>
    </p>
  )
}
