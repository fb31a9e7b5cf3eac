/** The audit log, newest first. Filters and page are in the address. */
import { useQuery } from '@tanstack/react-query'
import { Empty } from '#web/design/empty/empty.tsx'
import styles from './acts.module.css'
import { call } from './api.ts'
import { Filters, NextPage, useFilters } from './filters.tsx'
import { actorOf, actTitles, formatMoment, label, labelOf } from './labels.ts'
import { Loaded } from './loaded.tsx'
import { follow } from './place.ts'
import { Table } from './table.tsx'
import { flatten } from './values.tsx'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** `roles: support → risk` for what was changed, then the rest: the names are the log's own. */
function wordsOf({ before, after, ...rest }: Record<string, unknown>): string[] {
  const [was, is] = [before, after].map((each) => new Map(flatten(isRecord(each) ? each : { value: each ?? null })))
  const names = before === undefined && after === undefined ? [] : [...new Set([...was!.keys(), ...is!.keys()])]
  return [
    ...names.map((name) => `${name && `${name}: `}${was!.get(name) ?? '–'} → ${is!.get(name) ?? '–'}`),
    ...flatten(rest).map(([name, value]) => `${name}: ${value}`),
  ]
}

export function Acts() {
  const query = useFilters()
  const acts = useQuery({ queryKey: ['acts', query], queryFn: () => call('GET /api/acts', { query }) })
  return (
    <>
      <h1>{label('acts')}</h1>
      <Filters
        filters={[
          { name: 'actor', title: label('filterActor') },
          {
            name: 'action',
            title: label('filterAction'),
            options: actTitles().map(({ action, title }) => ({ value: action, title })),
          },
          { name: 'player', title: label('filterPlayer') },
        ]}
      />
      <Loaded query={acts}>
        {({ acts: shown, next }) =>
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
                    <span key="actor" title={actor}>
                      {actorOf(actor)}
                    </span>,
                    <span key="action" className={styles.act} title={action}>
                      {labelOf(`act.${action}`)}
                    </span>,
                    playerId && (
                      <a key="player" href={`/players/${playerId}`} title={playerId} onClick={follow}>
                        {playerId.slice(0, 8)}
                      </a>
                    ),
                    address,
                    <code key="detail" className={styles.detail}>
                      {wordsOf(detail).join(', ')}
                    </code>,
                  ],
                }))}
              />
              <NextPage name="before" next={next} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
