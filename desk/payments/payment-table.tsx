/** Payments as rows: of a queue, or all of them. */
import type { DeskPayment } from '#contract/desk/payments.ts'
import type { QueueState } from '#contract/desk/queue.ts'
import { Badge, type BadgeTone } from '#web/design/badge/badge.tsx'
import { Age } from '../age.tsx'
import { formatMoment, formatMoney, label, labelOf } from '../labels.ts'
import { follow } from '../place.ts'
import { RowNote } from '../queue/queue-head.tsx'
import { Table } from '../table.tsx'
import { Promised } from './hold.tsx'

const tones: Record<DeskPayment['state'], BadgeTone> = {
  open: 'info',
  review: 'warning',
  flagged: 'danger',
  succeeded: 'success',
  failed: 'neutral',
}

export function PaymentState({ state }: { state: DeskPayment['state'] }) {
  return <Badge tone={tones[state]}>{labelOf(`payments.state.${state}`)}</Badge>
}

export const amountOf = ({ amount }: Pick<DeskPayment, 'amount'>): string =>
  amount ? formatMoney(amount) : label('payments.anyAmount')

export const reasonsOf = ({ reasons }: DeskPayment): string =>
  reasons.map((reason) => labelOf(`payments.reason.${reason}`)).join(', ')

type Column = { title: string; cell: (payment: DeskPayment) => React.ReactNode; isNumeric?: true }

const player: Column = {
  title: label('player'),
  cell: ({ playerId }) => (
    <a href={`/players/${playerId}`} onClick={follow}>
      {playerId.slice(0, 8)}
    </a>
  ),
}
const number = (path: string): Column => ({
  title: label('payments.number'),
  cell: (payment) => (
    <a href={`${path}/${payment.number}`} onClick={follow}>
      {payment.number}
    </a>
  ),
})
const amount: Column = { title: label('payments.amount'), cell: amountOf, isNumeric: true }
const method: Column = { title: label('payments.method'), cell: (payment) => `${payment.method} (${payment.partner})` }
const type: Column = { title: label('payments.type'), cell: (payment) => labelOf(`payments.type.${payment.type}`) }

export const columnsOf = {
  withdrawals: [
    number('/withdrawals'),
    amount,
    { title: label('payments.promised'), cell: ({ hold }) => <Promised hold={hold} /> },
    { title: label('payments.age'), cell: ({ createdAt }) => <Age at={createdAt} /> },
    { title: label('payments.reasons'), cell: reasonsOf },
    method,
    player,
  ],
  flags: [
    number('/flagged'),
    type,
    amount,
    {
      title: label('payments.reported'),
      cell: ({ flag }) => (flag?.reported ? formatMoney(flag.reported) : '–'),
    },
    { title: label('payments.age'), cell: ({ flag, createdAt }) => <Age at={flag?.raisedAt ?? createdAt} /> },
    { title: label('payments.flag'), cell: ({ flag }) => flag?.flag },
    method,
    player,
  ],
  all: [
    number('/payments'),
    type,
    amount,
    { title: label('payments.state'), cell: ({ state }) => <PaymentState state={state} /> },
    { title: label('payments.created'), cell: ({ createdAt }) => formatMoment(createdAt) },
    method,
    player,
  ],
} satisfies Record<string, Column[]>

type PaymentTableProps = {
  caption: string
  columns: Column[]
  payments: DeskPayment[]
  /** Of the queue that the list is a part of. */
  state?: QueueState | undefined
}

export function PaymentTable({ caption, columns, payments, state }: PaymentTableProps) {
  const shown: Column[] = state
    ? [...columns, { title: label('payments.note'), cell: (payment) => <RowNote state={state} id={payment.number} /> }]
    : columns
  return (
    <Table
      caption={caption}
      columns={shown.map(({ title }) => title)}
      numeric={shown.map(({ isNumeric }) => isNumeric ?? false)}
      rows={payments.map((payment) => ({ key: payment.number, cells: shown.map(({ cell }) => cell(payment)) }))}
    />
  )
}
