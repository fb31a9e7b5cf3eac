/** The audit log, newest first. Filters and page are in the address. */
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { Input } from '#web/design/field/field.tsx'
import styles from './acts.module.css'
import { call } from './api.ts'
import { formatMoment, label } from './labels.ts'
import { Loaded } from './loaded.tsx'
import { go, usePlace } from './place.ts'
import { Table } from './table.tsx'

const filters = ['actor', 'action'] as const

/** `operator mia, roles ["risk"]`: the names are the log's own, which an operator filters by. */
const wordsOf = (detail: Record<string, unknown>): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

export function Acts() {
  const { searchParams } = usePlace()
  const query = Object.fromEntries([...searchParams].filter(([, value]) => value !== '')) as Record<string, string>
  const acts = useQuery({ queryKey: ['acts', query], queryFn: () => call('GET /api/acts', { query }) })
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const chosen = filters.flatMap((name) => (form.get(name) ? [[name, String(form.get(name))]] : []))
    go(`/acts?${new URLSearchParams(chosen)}`)
  }
  return (
    <>
      <h1>{label('acts')}</h1>
      <form className={styles.filters} onSubmit={show} key={searchParams.toString()}>
        <Input
          name="actor"
          aria-label={label('filterActor')}
          placeholder={label('filterActor')}
          defaultValue={query['actor']}
        />
        <Input
          name="action"
          aria-label={label('filterAction')}
          placeholder={label('filterAction')}
          defaultValue={query['action']}
        />
        <Button type="submit" icon="filter">
          {label('filter')}
        </Button>
      </form>
      <Loaded query={acts}>
        {({ acts: shown, hasMore }) =>
          shown.length === 0 ? (
            <Empty icon="search" title={label('noActs')}>
              {label('noActsHint')}
            </Empty>
          ) : (
            <>
              <Table
                caption={label('acts')}
                columns={[
                  label('at'),
                  label('actor'),
                  label('action'),
                  label('player'),
                  label('address'),
                  label('detail'),
                ]}
                rows={shown.map(({ id, at, actor, action, playerId, address, detail }) => ({
                  key: id,
                  cells: [
                    formatMoment(at),
                    actor,
                    action,
                    playerId ?? '',
                    address,
                    <code key="detail" className={styles.detail}>
                      {wordsOf(detail)}
                    </code>,
                  ],
                }))}
              />
              {hasMore && (
                <p>
                  <Button
                    icon="arrow-down"
                    onClick={() => go(`/acts?${new URLSearchParams({ ...query, before: shown.at(-1)!.id })}`)}
                  >
                    {label('older')}
                  </Button>
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </>
  )
}
