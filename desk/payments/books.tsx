/** The books: cover, positions, and differences from statements, which an operator accepts with a reason. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Discrepancy } from '#contract/desk/books.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { Field, Textarea } from '#web/design/field/field.tsx'
import { call } from '../api.ts'
import { Dialog } from '../dialog.tsx'
import { formatMoment, formatMoney, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { Table } from '../table.tsx'
import { useCall } from '../use-call.ts'

export function Books({ operator }: PageProps) {
  const books = useQuery({ queryKey: ['books'], queryFn: () => call('GET /api/books') })
  const [accepting, setAccepting] = useState<Discrepancy>()
  const mayAccept = includesScope(operator.scopes, 'cashier:decide')
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
                  label('payments.sides'),
                  label('state'),
                ]}
                rows={discrepancies.map((each) => ({
                  key: each.id,
                  cells: [
                    formatMoment(each.happenedAt),
                    each.partner,
                    labelOf(`payments.difference.${each.kind}`),
                    each.externalId,
                    <code key="sides">{JSON.stringify(each.detail)}</code>,
                    each.accepted ? (
                      label('payments.accepted', { ...each.accepted, moment: formatMoment(each.accepted.at) })
                    ) : mayAccept ? (
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
        <Accept
          discrepancy={accepting}
          onClose={() => {
            setAccepting(undefined)
            void books.refetch()
          }}
        />
      )}
    </>
  )
}

function Accept({ discrepancy, onClose }: { discrepancy: Discrepancy; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { isBusy, error, run } = useCall()
  const accept = async () => {
    const { id } = discrepancy
    const accepted = await run(() =>
      call('POST /api/discrepancies/{id}/acceptance', { params: { id }, body: { reason } }),
    )
    if (accepted) onClose()
  }
  return (
    <Dialog
      title={label('payments.acceptTitle')}
      hint={label('payments.acceptHint')}
      action={label('payments.accept')}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void accept()}
      onClose={onClose}
    >
      <Field
        label={label('payments.reason')}
        hint={label('payments.flagReasonHint')}
        render={(control) => (
          <Textarea
            {...control}
            rows={3}
            required
            minLength={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      />
    </Dialog>
  )
}
