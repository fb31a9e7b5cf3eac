/** What players owe for payments that were reversed or paid twice. An operator can write a debt off. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentDebt } from '#contract/desk/payments.ts'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { call } from '../api.ts'
import { DecideDialog } from '../decide-dialog.tsx'
import { NextPage, useFilters } from '../filters.tsx'
import { formatMoment, formatMoney, label } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { follow } from '../place.ts'
import { Table } from '../table.tsx'

export function Debts({ mayClear, onCleared }: { mayClear: boolean; onCleared: () => void }) {
  const { debts: after } = useFilters()
  const list = useQuery({
    queryKey: ['payment-debts', after],
    queryFn: () => call('GET /api/payment-debts', { query: { after } }),
  })
  const [clearing, setClearing] = useState<PaymentDebt>()
  const close = () => {
    setClearing(undefined)
    void list.refetch()
  }
  return (
    <>
      <h2>{label('payments.debts')}</h2>
      <Loaded query={list}>
        {({ debts, next }) =>
          debts.length === 0 ? (
            <Empty icon="check" title={label('payments.noDebts')}>
              {label('payments.noDebtsHint')}
            </Empty>
          ) : (
            <>
              <Table
                caption={label('payments.debts')}
                columns={[
                  label('payments.created'),
                  label('payments.number'),
                  label('player'),
                  label('payments.owed'),
                  ...(mayClear ? [label('payments.decision')] : []),
                ]}
                numeric={[false, false, false, true]}
                rows={debts.map((debt) => ({
                  key: debt.number,
                  cells: [
                    formatMoment(debt.createdAt),
                    <a key="payment" href={`/payments/${debt.number}`} onClick={follow}>
                      {debt.number}
                    </a>,
                    <a key="player" href={`/players/${debt.playerId}`} onClick={follow}>
                      {debt.playerId.slice(0, 8)}
                    </a>,
                    formatMoney(debt.amount),
                    ...(mayClear
                      ? [
                          <Button key="clear" size="s" onClick={() => setClearing(debt)}>
                            {label('payments.clearDebt')}
                          </Button>,
                        ]
                      : []),
                  ],
                }))}
              />
              <NextPage next={next} name="debts" />
            </>
          )
        }
      </Loaded>
      {clearing && (
        <DecideDialog
          isDangerous
          title={label('payments.clearDebt')}
          hint={label('payments.clearDebtHint', { amount: formatMoney(clearing.amount), number: clearing.number })}
          action={label('payments.clearDebt')}
          decide={(reason) =>
            call('POST /api/payment-debts/{number}/clearance', {
              params: { number: clearing.number },
              body: { reason, seen: clearing.amount.amount },
            })
          }
          onDone={() => {
            close()
            onCleared()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
