/** Complaints, those that are due first at the top. */
import { useQuery } from '@tanstack/react-query'
import { complaintCategories } from '#contract/complaints.ts'
import { Empty } from '#web/design/empty/empty.tsx'
import { Age } from '../age.tsx'
import { call } from '../api.ts'
import { Filters, NextPage, useFilters } from '../filters.tsx'
import { formatMoment, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { follow } from '../place.ts'
import { QueueHead, RowNote } from '../queue/queue-head.tsx'
import { useQueueState } from '../queue/use-queue.ts'
import { Table } from '../table.tsx'
import { clockText } from './clock-text.ts'

export function Complaints() {
  const query = useFilters()
  const complaints = useQuery({
    queryKey: ['complaints', query],
    queryFn: () => call('GET /api/complaints', { query }),
    // The rows stay while somebody reads them; the head of the queue says what is new.
    refetchOnWindowFocus: false,
  })
  const state = useQueueState('complaints')
  const isQueue = !query['state'] && !query['category']
  return (
    <>
      <h1>{label('complaints')}</h1>
      <Filters
        filters={[
          {
            name: 'state',
            title: label('complaints.waiting'),
            options: (['answered', 'ended'] as const).map((value) => ({ value, title: label(`complaints.${value}`) })),
          },
          {
            name: 'category',
            title: label('complaints.allCategories'),
            options: complaintCategories.map((value) => ({ value, title: labelOf(`complaints.category.${value}`) })),
          },
        ]}
      />
      {isQueue && (
        <QueueHead
          state={state.data}
          shown={complaints.data?.complaints.map(({ id }) => id) ?? []}
          onShow={() => void complaints.refetch()}
        />
      )}
      <Loaded query={complaints}>
        {({ complaints: shown, next }) =>
          shown.length === 0 ? (
            <Empty icon="scale" title={label('complaints.none')}>
              {label('complaints.noneHint')}
            </Empty>
          ) : (
            <>
              <Table
                caption={label('complaints')}
                columns={['number', 'text', 'player', 'category', 'status', 'due', 'note'].map((name) =>
                  labelOf(`complaints.${name}`),
                )}
                rows={shown.map(({ id, number, text, playerId, category, status, dueAt }) => ({
                  key: id,
                  cells: [
                    String(number),
                    <a key="text" href={`/complaints/${id}`} onClick={follow}>
                      {text.replaceAll(/\s+/g, ' ').slice(0, 80)}
                    </a>,
                    <a key="player" href={`/players/${playerId}`} onClick={follow}>
                      {playerId.slice(0, 8)}
                    </a>,
                    labelOf(`complaints.category.${category}`),
                    labelOf(`complaints.status.${status}`),
                    <Age key="due" at={dueAt}>
                      {status === 'open' || status === 'disputed' ? clockText(dueAt) : formatMoment(dueAt)}
                    </Age>,
                    isQueue && <RowNote key="note" state={state.data} id={id} />,
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
