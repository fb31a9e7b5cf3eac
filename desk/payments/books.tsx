/** The books: cover, positions, and differences from statements, which an operator accepts with a reason. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Discrepancy } from '#contract/desk/books.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { call } from '../api.ts'
import { DecideDialog } from '../decide-dialog.tsx'
import { formatMoment, formatMoney, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { follow } from '../place.ts'
import { Table } from '../table.tsx'
import { Debts } from './debts.tsx'

export function Books({ operator }: PageProps) {
  const books = useQuery({ queryKey: ['books'], queryFn: () => call('GET /api/books') })
  const [accepting, setAccepting] = useState<Discrepancy>()
  const close = () => {
    setAccepting(undefined)
    void books.refetch()
  }
  const mayDecide = includesScope(operator.scopes, 'cashier:decide')
  return (
    <>
      <h1>{label('payments.books')}</h1>
      <Loaded query={books}>
        {({ cover, positions, discrepancies }) => (
          <>
            <h2>{label('payments.discrepancies')}</h2>
            {discrepancies.length === 0 ? (
              <Empty icon="check" title={label('payments.noDiscrepancies')}>
                {label('payments.noDiscrepanciesHint')}
              </Empty>
            ) : (
              <Table
                caption={label('payments.discrepancies')}
                columns={[
                  label('at'),
                  label('payments.partner'),
                  label('payments.difference'),
                  label('payments.externalId'),
                  label('payments.theirs'),
                  label('payments.ours'),
                  label('state'),
                ]}
                rows={discrepancies.map((each) => ({
                  key: each.id,
                  cells: [
                    formatMoment(each.happenedAt),
                    each.partner,
                    labelOf(`payments.difference.${each.kind}`),
                    each.externalId,
                    each.theirs ? theirsOf(each.theirs) : label('payments.nothing'),
                    each.ours ? <Ours key="ours" ours={each.ours} /> : label('payments.nothing'),
                    each.accepted ? (
                      label('payments.accepted', { ...each.accepted, moment: formatMoment(each.accepted.at) })
                    ) : mayDecide ? (
                      <Button key="accept" size="s" onClick={() => setAccepting(each)}>
                        {label('payments.accept')}
                      </Button>
                    ) : (
                      label('payments.state.open')
                    ),
                  ],
                }))}
              />
            )}
            <Debts mayClear={mayDecide} onCleared={() => void books.refetch()} />
            <h2>{label('payments.cover')}</h2>
            <p>{label('payments.coverHint')}</p>
            <Table
              caption={label('payments.cover')}
              columns={[
                label('payments.walletCurrency'),
                label('payments.players'),
                label('payments.held'),
                label('payments.surplus'),
              ]}
              numeric={[false, true, true, true]}
              rows={cover.map(({ currency, players, held, surplus }) => ({
                key: currency,
                cells: [currency, formatMoney(players), formatMoney(held), formatMoney(surplus)],
              }))}
            />
            <h2>{label('payments.positions')}</h2>
            {positions.length === 0 ? (
              <Empty icon="scale" title={label('payments.noPositions')}>
                {label('payments.noPositionsHint')}
              </Empty>
            ) : (
              <Table
                caption={label('payments.positions')}
                columns={[label('payments.position'), label('payments.amount')]}
                numeric={[false, true]}
                rows={positions.map(({ account, amount }) => ({
                  key: account,
                  cells: [account, formatMoney(amount)],
                }))}
              />
            )}
          </>
        )}
      </Loaded>
      {accepting && (
        <DecideDialog
          title={label('payments.acceptTitle')}
          hint={label('payments.acceptHint')}
          action={label('payments.accept')}
          decide={(reason) =>
            call('POST /api/discrepancies/{id}/acceptance', { params: { id: accepting.id }, body: { reason } })
          }
          onDone={close}
          onClose={close}
        />
      )}
    </>
  )
}

function theirsOf({ amount, currency }: NonNullable<Discrepancy['theirs']>): string {
  return amount === null ? label('payments.unreadable', { currency }) : formatMoney({ amount, currency })
}

function Ours({ ours: { number, amount } }: { ours: NonNullable<Discrepancy['ours']> }) {
  return (
    <>
      <a href={`/payments/${number}`} onClick={follow}>
        {number}
      </a>
      {`: ${amount ? formatMoney(amount) : label('payments.nothing')}`}
    </>
  )
}
