/** The audit log, newest first. Filters and page are in the address. */
import { useQuery } from '@tanstack/react-query'
import { Empty } from '#web/design/empty/empty.tsx'
import styles from './acts.module.css'
import { call } from './api.ts'
import { Filters, NextPage, useFilters } from './filters.tsx'
import { formatMoment, label } from './labels.ts'
import { Loaded } from './loaded.tsx'
import { Table } from './table.tsx'

/** `operator mia, roles ["risk"]`: the names are the log's own, which an operator filters by. */
const wordsOf = (detail: Record<string, unknown>): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

export function Acts() {
  const query = useFilters()
  const acts = useQuery({ queryKey: ['acts', query], queryFn: () => call('GET /api/acts', { query }) })
  return (
    <>
      <h1>{label('acts')}</h1>
      <Filters
        filters={[
          { name: 'actor', title: label('filterActor') },
          { name: 'action', title: label('filterAction') },
        ]}
      />
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
              <NextPage name="before" next={hasMore ? shown.at(-1)!.id : null} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
