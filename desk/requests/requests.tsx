/** Requests that wait for a second person, oldest first, and those that have ended. The state is in the address. */
import { useQuery } from '@tanstack/react-query'
import type { DeskRequest } from '#contract/desk/requests.ts'
import { Badge, type BadgeTone } from '#web/design/badge/badge.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { Age } from '../age.tsx'
import { call } from '../api.ts'
import { Filters, NextPage, useFilters } from '../filters.tsx'
import { formatAge, formatMoment, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { follow } from '../place.ts'
import { Table } from '../table.tsx'
import styles from './requests.module.css'

const refreshEveryMs = 5_000
const tones: Record<DeskRequest['state'], BadgeTone> = {
  open: 'warning',
  done: 'success',
  refused: 'danger',
  withdrawn: 'neutral',
  expired: 'neutral',
}

export function RequestState({ state }: { state: DeskRequest['state'] }) {
  return <Badge tone={tones[state]}>{labelOf(`requests.state.${state}`)}</Badge>
}

export function Requests() {
  const query = useFilters() as { state?: 'open' | 'ended'; after?: string }
  const isEnded = query.state === 'ended'
  const requests = useQuery({
    queryKey: ['requests', query],
    queryFn: () => call('GET /api/requests', { query }),
    refetchInterval: refreshEveryMs,
  })
  return (
    <>
      <h1>{label('requests.requests')}</h1>
      <p>{label('requests.hint')}</p>
      <Filters
        filters={[
          {
            name: 'state',
            title: label('requests.state.open'),
            options: [{ value: 'ended', title: label('requests.ended') }],
          },
        ]}
      />
      <Loaded query={requests}>
        {({ requests: shown, next }) =>
          shown.length === 0 ? (
            <Empty icon="check" title={label(isEnded ? 'requests.noneEnded' : 'requests.none')}>
              {label('requests.noneHint')}
            </Empty>
          ) : (
            <>
              <Table
                caption={label('requests.requests')}
                columns={[
                  label('requests.subject'),
                  label('requests.reason'),
                  label('requests.askedBy'),
                  label('requests.askedAt'),
                  label('requests.state'),
                  ...(isEnded ? [label('requests.decided')] : []),
                ]}
                wraps={0}
                rows={shown.map((each) => ({
                  key: each.id,
                  cells: [
                    <div key="subject">
                      <a href={`/requests/${each.id}`} onClick={follow}>
                        {each.subject}
                      </a>
                      <div className={styles.act}>{each.summary}</div>
                    </div>,
                    each.reason ?? '',
                    each.askedBy,
                    <Age key="at" at={each.askedAt}>
                      {label('requests.since', { age: formatAge(each.askedAt) })}
                    </Age>,
                    <RequestState key="state" state={each.state} />,
                    ...(isEnded
                      ? [
                          each.decidedBy && each.decidedAt
                            ? label('requests.decidedBy', { name: each.decidedBy, at: formatMoment(each.decidedAt) })
                            : '',
                        ]
                      : []),
                  ],
                }))}
              />
              <NextPage next={next} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
