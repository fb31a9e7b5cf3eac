/** A player's cash, what operators have adjusted of it, and a form for another adjustment. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Adjustment, adjustmentCauses, adjustmentDirections } from '#contract/desk/adjustments.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Button } from '#web/design/button/button.tsx'
import { Card } from '#web/design/card/card.tsx'
import { Detail } from '#web/design/detail/detail.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { Field, Input, Select, Unit } from '#web/design/field/field.tsx'
import { call } from '../api.ts'
import styles from '../case.module.css'
import { formatMoment, formatMoney, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { PlayerTop } from '../player-top.tsx'
import { Table } from '../table.tsx'
import { ReasonField } from '../reason-field.tsx'
import { useCall } from '../use-call.ts'

type Direction = (typeof adjustmentDirections)[number]
type Cause = (typeof adjustmentCauses)[number]

export function Adjustments({ operator, params }: PageProps) {
  const playerId = params['playerId']!
  const found = useQuery({
    queryKey: ['adjustments', playerId],
    queryFn: () => call('GET /api/players/{playerId}/adjustments', { params: { playerId } }),
    refetchOnWindowFocus: false,
  })
  const [reversed, setReversed] = useState<Adjustment | null>(null)
  /** How often "Reverse" was pressed: each time the form begins anew. */
  const [presses, setPresses] = useState(0)
  const reverse = (each: Adjustment) => {
    setReversed(each)
    setPresses(presses + 1)
  }
  const mayAdjust = includesScope(operator.scopes, 'cashier:do')
  return (
    <>
      <PlayerTop title={label('payments.adjustments')} playerId={playerId} />
      <Loaded query={found}>
        {({ cash, adjustments }) => (
          <div className={styles.case}>
            <div className={styles.side}>
              {adjustments.length === 0 ? (
                <Empty icon="edit" title={label('payments.noAdjustments')}>
                  {label('payments.noAdjustmentsHint')}
                </Empty>
              ) : (
                <Table
                  caption={label('payments.adjustments')}
                  columns={[
                    label('at'),
                    label('payments.amount'),
                    label('payments.cause'),
                    label('actor'),
                    ...(mayAdjust ? [label('actions')] : []),
                  ]}
                  rows={adjustments.map((each) => ({
                    key: each.id,
                    cells: [
                      formatMoment(each.at),
                      `${each.direction === 'credit' ? '+' : '−'}${formatMoney(each.amount)}`,
                      <div key="cause">
                        {labelOf(`payments.cause.${each.cause}`)}
                        <div>{each.reason}</div>
                      </div>,
                      each.approver
                        ? label('payments.approvedBy', { actor: each.actor, approver: each.approver })
                        : each.actor,
                      ...(mayAdjust
                        ? [
                            <Button key="reverse" size="s" onClick={() => reverse(each)}>
                              {label('payments.reverse')}
                            </Button>,
                          ]
                        : []),
                    ],
                  }))}
                />
              )}
            </div>
            <div className={styles.side}>
              <Card title={label('payments.cash')}>
                <dl className={styles.facts}>
                  {cash.map((each) => (
                    <Detail key={each.currency} term={each.currency}>
                      {formatMoney(each)}
                    </Detail>
                  ))}
                </dl>
              </Card>
              {cash.length > 0 && mayAdjust && (
                <Adjust
                  key={presses}
                  playerId={playerId}
                  reversed={reversed}
                  currencies={cash.map(({ currency }) => currency)}
                  onDone={() => void found.refetch()}
                />
              )}
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}

type AdjustProps = {
  playerId: string
  currencies: string[]
  /** Of an adjustment that was a mistake: the form begins with its opposite. */
  reversed: Adjustment | null
  onDone: () => void
}

function Adjust({ playerId, currencies, reversed, onDone }: AdjustProps) {
  // The same until the server has confirmed it: sent twice, it adjusts once.
  const [id, setId] = useState(() => crypto.randomUUID())
  const [direction, setDirection] = useState<Direction>(reversed?.direction === 'credit' ? 'debit' : 'credit')
  const [currency, setCurrency] = useState(reversed?.amount.currency ?? (currencies.length === 1 ? currencies[0]! : ''))
  const [amount, setAmount] = useState(reversed?.amount.amount ?? '')
  const [cause, setCause] = useState<Cause>('error')
  const [reason, setReason] = useState(
    reversed
      ? label('payments.reverses', { amount: formatMoney(reversed.amount), moment: formatMoment(reversed.at) })
      : '',
  )
  const [done, setDone] = useState('')
  const { isBusy, error, runOnce } = useCall()
  const form = useRef<HTMLFormElement>(null)
  // On a narrow screen the form is below the list, out of sight.
  useEffect(() => {
    if (reversed) form.current!.querySelector('select')!.focus()
  }, [reversed])
  const send = async () => {
    setDone('')
    const body = { id, direction, currency, amount, cause, reason }
    const adjusted = await runOnce(() =>
      call('POST /api/players/{playerId}/adjustments', { params: { playerId }, body }),
    )
    if (!adjusted) return
    setDone(label('payments.adjusted', { cash: formatMoney(adjusted.cash) }))
    setId(crypto.randomUUID())
    setAmount('')
    setReason('')
    onDone()
  }
  /** Another form is another adjustment. */
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setId(crypto.randomUUID())
    }
  return (
    <Card title={label('payments.adjust')}>
      <form
        ref={form}
        className={styles.decision}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void send()
        }}
      >
        <Field
          label={label('payments.direction')}
          render={(control) => (
            <Select
              {...control}
              value={direction}
              onChange={(event) => change(setDirection)(event.target.value as Direction)}
            >
              {adjustmentDirections.map((each) => (
                <option key={each} value={each}>
                  {labelOf(`payments.direction.${each}`)}
                </option>
              ))}
            </Select>
          )}
        />
        {currencies.length > 1 && (
          <Field
            label={label('payments.wallet')}
            render={(control) => (
              <Select
                {...control}
                required
                value={currency}
                onChange={(event) => change(setCurrency)(event.target.value)}
              >
                <option value="">{label('payments.chooseWallet')}</option>
                {currencies.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </Select>
            )}
          />
        )}
        <Field
          label={label('payments.amount')}
          render={(control) => (
            <Input
              {...control}
              inputMode="decimal"
              required
              after={<Unit>{currency}</Unit>}
              value={amount}
              onChange={(event) => change(setAmount)(event.target.value.trim())}
            />
          )}
        />
        <Field
          label={label('payments.cause')}
          hint={label('payments.causeHint')}
          render={(control) => (
            <Select {...control} value={cause} onChange={(event) => change(setCause)(event.target.value as Cause)}>
              {adjustmentCauses.map((each) => (
                <option key={each} value={each}>
                  {labelOf(`payments.cause.${each}`)}
                </option>
              ))}
            </Select>
          )}
        />
        <ReasonField value={reason} onChange={change(setReason)} />
        <p className={styles.buttons}>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            {label('payments.adjust')}
          </Button>
        </p>
      </form>
      <p role="status">{done}</p>
      <p className={styles.error} role="alert">
        {error}
      </p>
    </Card>
  )
}
