/** The queues of withdrawals and of flagged payments, and all payments with filters. */
import { useQuery } from '@tanstack/react-query'
import { paymentStates, paymentTypes } from '#contract/desk/payments.ts'
import { Empty } from '#web/design/empty/empty.tsx'
import { call } from '../api.ts'
import { Filters, NextPage, useFilters } from '../filters.tsx'
import { label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { QueueHead } from '../queue/queue-head.tsx'
import { useQueueState } from '../queue/use-queue.ts'
import { columnsOf, PaymentTable } from './payment-table.tsx'

const words = {
  withdrawals: {
    title: label('payments.withdrawals'),
    hint: label('payments.withdrawalsHint'),
    none: label('payments.withdrawalsNone'),
    noneHint: label('payments.withdrawalsNoneHint'),
  },
  flags: {
    title: label('payments.flagged'),
    hint: label('payments.flaggedHint'),
    none: label('payments.flaggedNone'),
    noneHint: label('payments.flaggedNoneHint'),
  },
}

function Queue({ name }: { name: 'withdrawals' | 'flags' }) {
  const { after } = useFilters()
  const state = useQueueState(name)
  // Not refreshed: a row stays where it is until the operator asks for new ones.
  const list = useQuery({
    queryKey: ['payments', name, after],
    queryFn: () =>
      name === 'withdrawals'
        ? call('GET /api/withdrawals', { query: { after } })
        : call('GET /api/flags', { query: { after } }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const { title, hint, none, noneHint } = words[name]
  return (
    <>
      <h1>{title}</h1>
      <p>{hint}</p>
      <Loaded query={list}>
        {({ payments, next }) => (
          <>
            <QueueHead
              state={next === null ? state.data : state.data && { ...state.data, ids: [] }}
              shown={payments.map(({ number }) => number)}
              onShow={() => void list.refetch()}
            />
            {payments.length === 0 ? (
              <Empty icon="check" title={none}>
                {noneHint}
              </Empty>
            ) : (
              <>
                <PaymentTable caption={title} columns={columnsOf[name]} payments={payments} state={state.data} />
                <NextPage next={next} />
              </>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

export const Withdrawals = () => <Queue name="withdrawals" />
export const Flagged = () => <Queue name="flags" />

export function Payments() {
  const query = useFilters()
  const list = useQuery({
    queryKey: ['payments', 'all', query],
    // Values that the server does not know are refused by it, in a sentence.
    queryFn: () => call('GET /api/payments', { query }),
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <h1>{label('payments')}</h1>
      <Filters
        filters={[
          {
            name: 'type',
            title: label('payments.type'),
            options: paymentTypes.map((value) => ({ value, title: labelOf(`payments.type.${value}`) })),
          },
          {
            name: 'state',
            title: label('payments.state'),
            options: paymentStates.map((value) => ({ value, title: labelOf(`payments.state.${value}`) })),
          },
          { name: 'player', title: label('payments.playerFilter') },
          { name: 'method', title: label('payments.methodFilter') },
          { name: 'partner', title: label('payments.partnerFilter') },
          { name: 'currency', title: label('payments.currency') },
          { name: 'least', title: label('payments.least') },
          { name: 'most', title: label('payments.most') },
          { name: 'from', title: label('payments.from'), type: 'date' },
          { name: 'to', title: label('payments.to'), type: 'date' },
        ]}
      />
      <Loaded query={list}>
        {({ payments, next }) =>
          payments.length === 0 ? (
            <Empty icon="search" title={label('payments.none')}>
              {label('payments.noneHint')}
            </Empty>
          ) : (
            <>
              <PaymentTable caption={label('payments')} columns={columnsOf.all} payments={payments} />
              <NextPage next={next} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
