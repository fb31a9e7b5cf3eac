/** The queue of documents. The state is in the address; by default those that wait for a decision. */
import { useQuery } from '@tanstack/react-query'
import { type DeskDocument, documentStates } from '#contract/desk/documents.ts'
import { Badge, type BadgeTone } from '#web/design/badge/badge.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { Age } from '../age.tsx'
import { call } from '../api.ts'
import { Filters, NextPage, useFilters } from '../filters.tsx'
import { label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { follow } from '../place.ts'
import { QueueHead, RowNote } from '../queue/queue-head.tsx'
import { useQueueState } from '../queue/use-queue.ts'
import { Table } from '../table.tsx'

const tones: Record<DeskDocument['state'], BadgeTone> = { pending: 'warning', approved: 'success', declined: 'danger' }

export function useDocuments(query: { state?: string; after?: string } = {}) {
  return useQuery({
    queryKey: ['documents', query],
    queryFn: () => call('GET /api/documents', { query: query as { state?: 'pending'; after?: string } }),
    // The rows stay while somebody reads them; the head of the queue says what is new.
    refetchOnWindowFocus: false,
  })
}

export function DocumentState({ state }: { state: DeskDocument['state'] }) {
  return <Badge tone={tones[state]}>{labelOf(`documents.${state}`)}</Badge>
}

export function Documents() {
  const query = useFilters()
  const queue = useDocuments(query)
  const state = useQueueState('documents')
  return (
    <>
      <h1>{label('documents')}</h1>
      <p>{label('documents.hint')}</p>
      <Filters
        filters={[
          {
            name: 'state',
            title: label('documents.pending'),
            options: documentStates
              .filter((each) => each !== 'pending')
              .map((each) => ({ value: each, title: labelOf(`documents.${each}`) })),
          },
        ]}
      />
      {!query['state'] && (
        <QueueHead
          state={state.data}
          shown={queue.data?.documents.map(({ id }) => id) ?? []}
          onShow={() => void queue.refetch()}
        />
      )}
      <Loaded query={queue}>
        {({ documents, next }) =>
          documents.length === 0 ? (
            <Empty icon="check" title={label('documents.none')}>
              {label('documents.noneHint')}
            </Empty>
          ) : (
            <>
              <Table
                caption={label('documents')}
                columns={[
                  label('documents.type'),
                  label('documents.file'),
                  label('documents.age'),
                  label('player'),
                  label('state'),
                  label('documents.note'),
                ]}
                rows={documents.map((document) => ({
                  key: document.id,
                  cells: [
                    <a key="type" href={`/documents/${document.id}`} onClick={follow}>
                      {labelOf(`documents.type.${document.type}`)}
                    </a>,
                    document.name,
                    <Age key="age" at={document.createdAt} />,
                    <a key="player" href={`/players/${document.playerId}`} onClick={follow}>
                      {document.playerId.slice(0, 8)}
                    </a>,
                    <DocumentState key="state" state={document.state} />,
                    document.state === 'pending' && <RowNote key="note" state={state.data} id={document.id} />,
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
