/** Messages of the contact form. */
import { useQuery } from '@tanstack/react-query'
import { Empty } from '#web/design/empty/empty.tsx'
import { Age } from '../age.tsx'
import { call } from '../api.ts'
import { Filters, NextPage, useFilters } from '../filters.tsx'
import { label } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { follow } from '../place.ts'
import { QueueHead, RowNote } from '../queue/queue-head.tsx'
import { useQueueState } from '../queue/use-queue.ts'
import { Table } from '../table.tsx'

export function Messages() {
  const query = useFilters()
  const messages = useQuery({
    queryKey: ['contact-messages', query],
    queryFn: () => call('GET /api/contact-messages', { query }),
    // The rows stay while somebody reads them; the head of the queue says what is new.
    refetchOnWindowFocus: false,
  })
  const state = useQueueState('messages')
  return (
    <>
      <h1>{label('messages')}</h1>
      <Filters
        filters={[
          {
            name: 'state',
            title: label('messages.waiting'),
            options: [{ value: 'answered', title: label('messages.answered') }],
          },
        ]}
      />
      {!query['state'] && (
        <QueueHead
          state={state.data}
          shown={messages.data?.messages.map(({ id }) => id) ?? []}
          onShow={() => void messages.refetch()}
        />
      )}
      <Loaded query={messages}>
        {({ messages: shown, next }) =>
          shown.length === 0 ? (
            <Empty icon="mail" title={label('messages.none')}>
              {label('messages.noneHint')}
            </Empty>
          ) : (
            <>
              <Table
                caption={label('messages')}
                columns={[
                  label('messages.message'),
                  label('messages.from'),
                  label('messages.age'),
                  label('messages.locale'),
                  label('messages.note'),
                ]}
                rows={shown.map(({ id, message, email, createdAt, locale }) => ({
                  key: id,
                  cells: [
                    <a key="message" href={`/messages/${id}`} onClick={follow}>
                      {message.replaceAll(/\s+/g, ' ').slice(0, 80)}
                    </a>,
                    email,
                    <Age key="age" at={createdAt} />,
                    locale,
                    !query['state'] && <RowNote key="note" state={state.data} id={id} />,
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
