/** Currencies with their rates, rates that wait, and the versions of both. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskRate } from '#contract/desk/rates.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Button } from '#web/design/button/button.tsx'
import { Checkbox, Field, Input } from '#web/design/field/field.tsx'
import { Age } from '../age.tsx'
import { call } from '../api.ts'
import { DecideDialog } from '../decide-dialog.tsx'
import { actorOf, formatMoment, label } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { Table } from '../table.tsx'
import { useCall } from '../use-call.ts'
import styles from './rates.module.css'

type Subject = 'rates' | 'currencies'
type Open =
  | { act: 'set' | 'enable' | 'disable'; rate: DeskRate }
  | { act: 'restore'; subject: Subject; version: number }

export function Rates({ operator }: PageProps) {
  const rates = useQuery({ queryKey: ['rates'], queryFn: () => call('GET /api/rates'), refetchInterval: 10_000 })
  const [open, setOpen] = useState<Open | null>(null)
  const [count, setCount] = useState(0)
  const { isBusy, error, run } = useCall()
  const mayDecide = includesScope(operator.scopes, 'cashier:decide')
  const done = () => {
    setOpen(null)
    setCount(count + 1)
    void rates.refetch()
  }
  const decide = async (code: string, decision: 'accept' | 'discard', rate: string) => {
    await run(() => call('POST /api/rates/{code}/held', { params: { code }, body: { decision, rate } }))
    done()
  }
  return (
    <>
      <h1>{label('rates.title')}</h1>
      <p>{label('rates.hint')}</p>
      <p role="alert">{error}</p>
      <Loaded query={rates}>
        {(all) => (
          <Table
            caption={label('rates.title')}
            columns={[
              label('rates.currency'),
              label('rates.rate'),
              label('rates.confirmed'),
              label('state'),
              label('rates.held'),
              ...(mayDecide ? [label('actions')] : []),
            ]}
            numeric={[false, true]}
            rows={all.map((rate) => ({
              key: rate.code,
              cells: [
                `${rate.code} ${rate.name}`,
                rate.rate,
                confirmedOf(rate),
                <Badge key="state" tone={rate.isEnabled ? 'success' : 'neutral'}>
                  {label(rate.isEnabled ? 'rates.enabled' : 'rates.off')}
                </Badge>,
                rate.held ? label('rates.heldFrom', rate.held) : '',
                ...(mayDecide
                  ? [
                      <span key="actions" className={styles.buttons}>
                        {rate.held &&
                          (['accept', 'discard'] as const).map((decision) => (
                            <Button
                              key={decision}
                              size="s"
                              disabled={isBusy}
                              onClick={() => void decide(rate.code, decision, rate.held!.rate)}
                            >
                              {label(`rates.${decision}`)}
                            </Button>
                          ))}
                        {!rate.isBase && (
                          <>
                            <Button size="s" onClick={() => setOpen({ act: 'set', rate })}>
                              {label('rates.set')}
                            </Button>
                            <Button
                              size="s"
                              onClick={() => setOpen({ act: rate.isEnabled ? 'disable' : 'enable', rate })}
                            >
                              {label(rate.isEnabled ? 'rates.disable' : 'rates.enable')}
                            </Button>
                          </>
                        )}
                      </span>,
                    ]
                  : []),
              ],
            }))}
          />
        )}
      </Loaded>
      {(['rates', 'currencies'] as const).map((subject) => (
        <Versions
          key={`${subject} ${count}`}
          subject={subject}
          mayDecide={mayDecide}
          onRestore={(version) => setOpen({ act: 'restore', subject, version })}
        />
      ))}
      {open && <Act open={open} onDone={done} onClose={() => setOpen(null)} />}
    </>
  )
}

function confirmedOf({ isBase, confirmedAt }: DeskRate) {
  if (isBase) return label('rates.base')
  if (confirmedAt === null) return label('rates.example')
  return <Age at={confirmedAt} />
}

type VersionsProps = { subject: Subject; mayDecide: boolean; onRestore: (version: number) => void }

function Versions({ subject, mayDecide, onRestore }: VersionsProps) {
  const versions = useQuery({
    queryKey: ['versions', subject],
    queryFn: () => call('GET /api/versions/{subject}', { params: { subject } }),
  })
  const title = label(subject === 'rates' ? 'rates.versions' : 'rates.versionsOfCurrencies')
  return (
    <details>
      <summary>{title}</summary>
      <Loaded query={versions}>
        {(all) => (
          <Table
            caption={title}
            columns={[
              label('rates.version'),
              label('at'),
              label('actor'),
              label('rates.reason'),
              label('rates.values'),
              ...(mayDecide ? [label('actions')] : []),
            ]}
            rows={all.map(({ version, at, actor, comment, data }, index) => ({
              key: String(version),
              cells: [
                version,
                formatMoment(at),
                actorOf(actor),
                comment,
                <code key="values">{valuesOf(data)}</code>,
                ...(mayDecide
                  ? [
                      index > 0 && (
                        <Button key="restore" size="s" onClick={() => onRestore(version)}>
                          {label('rates.restore')}
                        </Button>
                      ),
                    ]
                  : []),
              ],
            }))}
          />
        )}
      </Loaded>
    </details>
  )
}

/** Rates by currency, or `enabled` with a list of currencies. */
function valuesOf(data: unknown): string {
  return Object.entries(data as Record<string, number | string[]>)
    .map(([name, value]) => (Array.isArray(value) ? value.join(', ') : `${name} ${value}`))
    .join(', ')
}

function Act({ open, onDone, onClose }: { open: Open; onDone: () => void; onClose: () => void }) {
  const [rate, setRate] = useState(open.act === 'set' ? (open.rate.held?.rate ?? open.rate.rate) : '')
  const [isConfirmed, setConfirmed] = useState(false)
  const decide = (reason: string): Promise<unknown> => {
    if (open.act === 'restore')
      return call('POST /api/versions/{subject}/{version}', {
        params: { subject: open.subject, version: String(open.version) },
        body: { isConfirmed, reason },
      })
    const params = { code: open.rate.code }
    return open.act === 'set'
      ? call('PUT /api/rates/{code}', { params, body: { rate: rate.trim(), isConfirmed, reason } })
      : call('PUT /api/currencies/{code}', { params, body: { isEnabled: open.act === 'enable', reason } })
  }
  const words =
    open.act === 'restore'
      ? {
          title: label('rates.restoreOf', { version: open.version }),
          hint: label('rates.restoreHint'),
          action: label('rates.restore'),
        }
      : open.act === 'set'
        ? { title: label('rates.setOf', { code: open.rate.code }), action: label('rates.set') }
        : {
            title: label(`rates.${open.act}Of`, { code: open.rate.code }),
            hint: label(`rates.${open.act}Hint`),
            action: label(`rates.${open.act}`),
          }
  return (
    <DecideDialog
      {...words}
      decide={decide}
      isRepeatedByHand={open.act !== 'enable' && open.act !== 'disable'}
      onDone={onDone}
      onClose={onClose}
    >
      {open.act === 'set' && (
        <Field
          label={label('rates.newRate', { code: open.rate.code })}
          render={(control) => (
            <Input
              {...control}
              required
              inputMode="decimal"
              autoComplete="off"
              value={rate}
              onChange={(event) => setRate(event.target.value)}
            />
          )}
        />
      )}
      {(open.act === 'set' || open.act === 'restore') && (
        <Checkbox checked={isConfirmed} onChange={(event) => setConfirmed(event.target.checked)}>
          {label('rates.far')}
        </Checkbox>
      )}
    </DecideDialog>
  )
}
