/** The queue of documents. The state is in the address; by default those that wait for a decision. */
import { useQuery } from '@tanstack/react-query'
import { type DeskDocument, documentStates } from '#contract/desk/documents.ts'
import { Badge, type BadgeTone } from '#web/design/badge/badge.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { call } from '../api.ts'
import { Filters, NextPage, useFilters } from '../filters.tsx'
import { formatAge, formatMoment, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { follow, go } from '../place.ts'
import { Table } from '../table.tsx'
import { useShortcuts } from '../use-shortcuts.ts'

const refreshEveryMs = 10_000
const tones: Record<DeskDocument['state'], BadgeTone> = { pending: 'warning', approved: 'success', declined: 'danger' }

export function useQueue(query: { state?: string; after?: string } = {}) {
  return useQuery({
    queryKey: ['documents', query],
    queryFn: () => call('GET /api/documents', { query: query as { state?: 'pending'; after?: string } }),
    refetchInterval: refreshEveryMs,
  })
}

export function DocumentState({ state }: { state: DeskDocument['state'] }) {
  return <Badge tone={tones[state]}>{labelOf(`documents.${state}`)}</Badge>
}

export function Documents() {
  const query = useFilters()
  const queue = useQueue(query)
  const first = queue.data?.documents[0]
  useShortcuts({ ...(first && { enter: () => go(`/documents/${first.id}`) }) })
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
              .filter((state) => state !== 'pending')
              .map((state) => ({ value: state, title: labelOf(`documents.${state}`) })),
          },
        ]}
      />
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
                ]}
                rows={documents.map((document) => ({
                  key: document.id,
                  cells: [
                    <a key="type" href={`/documents/${document.id}`} onClick={follow}>
                      {labelOf(`documents.type.${document.type}`)}
                    </a>,
                    document.name,
                    <time key="age" dateTime={document.createdAt} title={formatMoment(document.createdAt)}>
                      {formatAge(document.createdAt)}
                    </time>,
                    <a key="player" href={`/players/${document.playerId}`} onClick={follow}>
                      {document.playerId.slice(0, 8)}
                    </a>,
                    <DocumentState key="state" state={document.state} />,
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
