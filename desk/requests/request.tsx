/** One request: what was asked for, and what the reader may do with it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskRequest } from '#contract/desk/requests.ts'
import { Button } from '#web/design/button/button.tsx'
import { Card } from '#web/design/card/card.tsx'
import { Detail } from '#web/design/detail/detail.tsx'
import { Field, Input } from '#web/design/field/field.tsx'
import { call } from '../api.ts'
import styles from '../case.module.css'
import { Dialog } from '../dialog.tsx'
import { formatMoment, label } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { follow } from '../place.ts'
import { useChange } from '../use-change.tsx'
import { useShortcuts } from '../use-shortcuts.ts'
import { Values } from '../values.tsx'
import { RequestState } from './requests.tsx'

const refreshEveryMs = 5_000
type Act = DeskRequest['may'][number]

export function RequestPage({ params }: PageProps) {
  const id = params['id']!
  const request = useQuery({
    queryKey: ['request', id],
    queryFn: () => call('GET /api/requests/{id}', { params: { id } }),
    refetchInterval: refreshEveryMs,
  })
  const [act, setAct] = useState<Act | null>(null)
  const [result, setResult] = useState<Record<string, unknown> | null>(null)
  const may = request.data?.may ?? []
  useShortcuts({
    ...(may.includes('approve') && { a: () => setAct('approve') }),
    ...(may.includes('refuse') && { d: () => setAct('refuse') }),
  })
  const done = (reply?: Record<string, unknown>) => {
    setAct(null)
    if (reply) setResult(reply)
    void request.refetch()
  }
  return (
    <>
      <div className={styles.top}>
        <h1>{label('requests.request')}</h1>
        <a href="/requests" onClick={follow}>
          {label('requests.requests')}
        </a>
      </div>
      <Loaded query={request}>
        {(shown) => (
          <>
            <Card title={`${shown.summary}: ${shown.subject}`} aside={<RequestState state={shown.state} />}>
              <dl className={styles.facts}>
                <Detail term={label('requests.askedBy')}>
                  {shown.askedBy}, {formatMoment(shown.askedAt)}
                </Detail>
                {shown.reason && <Detail term={label('requests.reason')}>{shown.reason}</Detail>}
                {shown.decidedBy && shown.decidedAt && (
                  <Detail term={label('requests.decided')}>
                    {label('requests.decidedBy', { name: shown.decidedBy, at: formatMoment(shown.decidedAt) })}
                  </Detail>
                )}
                {shown.note && <Detail term={label('requests.note')}>{shown.note}</Detail>}
                {shown.state === 'open' && (
                  <Detail term={label('requests.expiresAt')}>{formatMoment(shown.expiresAt)}</Detail>
                )}
              </dl>
              {shown.state === 'open' && shown.aloneFrom && (
                <p>{label('requests.aloneFrom', { name: shown.askedBy, at: formatMoment(shown.aloneFrom) })}</p>
              )}
              <p className={styles.buttons}>
                {shown.may.map((each) => (
                  <Button
                    key={each}
                    tone={each === 'approve' || each === 'carryOut' ? 'primary' : 'quiet'}
                    icon={each === 'approve' || each === 'carryOut' ? 'check' : 'close'}
                    onClick={() => setAct(each)}
                  >
                    {label(`requests.${each}`)}
                  </Button>
                ))}
              </p>
            </Card>
            {result && (
              <Card title={label('requests.done')}>
                <div role="status">
                  {Object.keys(result).length > 0 && (
                    <>
                      <p>{label('requests.result')}</p>
                      <Values values={result} />
                    </>
                  )}
                </div>
              </Card>
            )}
            <Card title={label('requests.input')}>
              <Values values={shown.input} />
            </Card>
            {act && (
              <ActDialog
                request={shown}
                act={act}
                onDone={done}
                onClose={() => {
                  setAct(null)
                  void request.refetch()
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

type ActDialogProps = {
  request: DeskRequest
  act: Act
  onDone: (result?: Record<string, unknown>) => void
  onClose: () => void
}

function ActDialog({ request: { id, askedBy, subject }, act, onDone, onClose }: ActDialogProps) {
  const [reason, setReason] = useState('')
  const { isBusy, error, change, codeField } = useChange()
  const params = { id }
  const submit = async () => {
    if (act === 'approve' || act === 'carryOut') {
      const done = await change(() =>
        act === 'approve'
          ? call('POST /api/requests/{id}/approval', { params })
          : call('POST /api/requests/{id}/act', { params }),
      )
      if (done) onDone(done.result)
      return
    }
    const ended = await change(() =>
      act === 'refuse'
        ? call('POST /api/requests/{id}/refusal', { params, body: { reason } })
        : call('DELETE /api/requests/{id}', { params }),
    )
    if (ended) onDone()
  }
  return (
    <Dialog
      title={`${label(`requests.${act}`)}: ${subject}`}
      hint={label(`requests.${act}Hint`, { name: askedBy })}
      action={label(`requests.${act}`)}
      isDangerous={act === 'refuse' || act === 'withdraw'}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {act === 'refuse' && (
        <Field
          label={label('requests.refusalReason')}
          render={(control) => (
            <Input
              {...control}
              required
              minLength={3}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        />
      )}
      {codeField}
    </Dialog>
  )
}
