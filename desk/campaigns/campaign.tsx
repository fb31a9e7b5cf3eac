/** One campaign: what it is and has reached; or, while its name is free, the form of a new one. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CampaignPreview, CampaignReport } from '#contract/desk/campaigns.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Button } from '#web/design/button/button.tsx'
import { Field, Input } from '#web/design/field/field.tsx'
import { call, Refused } from '../api.ts'
import { emptyOf, type Schema } from '../definitions/schema.ts'
import { SchemaForm } from '../definitions/schema-form.tsx'
import styles from '../definitions/definition.module.css'
import { Dialog } from '../dialog.tsx'
import { formatTerm, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { useCall } from '../use-call.ts'

export function Campaign({ operator, params }: PageProps) {
  const identity = params['identity']!
  const report = useQuery({
    queryKey: ['campaign', identity],
    queryFn: async () => {
      try {
        return await call('GET /api/campaigns/{identity}', { params: { identity } })
      } catch (error) {
        // The name is free.
        if (error instanceof Refused && error.refusal === 'campaignNotFound') return null
        throw error
      }
    },
  })
  const schema = useQuery({
    queryKey: ['campaign-schema'],
    queryFn: () => call('GET /api/campaign-schema'),
    staleTime: Infinity,
  })
  const refetch = () => void report.refetch()
  return (
    <>
      <h1>{identity}</h1>
      <Loaded query={schema}>
        {(form) => (
          <Loaded query={report}>
            {(found) =>
              found ? (
                <Reported
                  campaign={found}
                  schema={form}
                  mayCancel={includesScope(operator.scopes, 'campaigns:do')}
                  onCancelled={refetch}
                />
              ) : (
                <New
                  identity={identity}
                  schema={form}
                  maySchedule={includesScope(operator.scopes, 'campaigns:decide')}
                  onScheduled={refetch}
                />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

const resultsOf = (results: Array<{ name: string; count: number }>): string =>
  results.map(({ name, count }) => `${name} ${count}`).join(', ') || label('campaigns.nobody')

type ReportedProps = { campaign: CampaignReport; schema: Schema; mayCancel: boolean; onCancelled: () => void }

function Reported({ campaign, schema, mayCancel, onCancelled }: ReportedProps) {
  const [isCancelling, setCancelling] = useState(false)
  const { isBusy, error, run } = useCall()
  const { identity, state, startsAt, endsAt, operator, description, channels, deliveries, messages } = campaign
  const cancel = async () => {
    const cancelled = await run(() => call('POST /api/campaigns/{identity}/cancel', { params: { identity } }))
    if (!cancelled) return
    setCancelling(false)
    onCancelled()
  }
  return (
    <>
      <p>{description}</p>
      <p className={styles.soft}>
        {labelOf(`campaigns.state.${state}`)}, {operator}, {formatTerm(startsAt, endsAt)}
      </p>
      {mayCancel && (state === 'scheduled' || state === 'sending') && (
        <p>
          <Button tone="danger" onClick={() => setCancelling(true)}>
            {label('campaigns.cancel')}
          </Button>
        </p>
      )}
      <h2>{label('campaigns.results')}</h2>
      <ul className={styles.changes}>
        {channels.map(({ channel, results }) => (
          <li key={channel}>{label('campaigns.channel', { channel, results: resultsOf(results) })}</li>
        ))}
        {deliveries.map(({ medium, results }) => (
          <li key={medium}>{label('campaigns.deliveries', { medium, results: resultsOf(results) })}</li>
        ))}
        <li>{label('campaigns.read', messages)}</li>
      </ul>
      <details className={styles.version}>
        <summary>{label('campaigns.definition')}</summary>
        <SchemaForm schema={schema} value={campaign.definition} faults={[]} isReadOnly onChange={() => {}} />
      </details>
      {isCancelling && (
        <Dialog
          title={label('campaigns.cancelOf', { identity })}
          hint={label('campaigns.cancelHint')}
          action={label('campaigns.cancel')}
          isDangerous
          isBusy={isBusy}
          error={error}
          onSubmit={() => void cancel()}
          onClose={() => setCancelling(false)}
        />
      )}
    </>
  )
}

type NewProps = { identity: string; schema: Schema; maySchedule: boolean; onScheduled: () => void }

function New({ identity, schema, maySchedule, onScheduled }: NewProps) {
  const [definition, setDefinition] = useState<unknown>(() => ({
    ...(emptyOf(schema) as object),
    channels: ['site'],
    words: { en: { title: '', text: '' } },
  }))
  const [isScheduling, setScheduling] = useState(false)
  const [preview, setPreview] = useState<CampaignPreview | null>(null)
  const { isBusy, error, run } = useCall()
  const show = async () => {
    const shown = await run(() => call('POST /api/campaign-preview', { body: { definition } }))
    if (shown) setPreview(shown)
  }
  const change = (next: unknown) => {
    setDefinition(next)
    setPreview(null)
  }
  return (
    <div className={styles.editor}>
      <section aria-label={label('campaigns.definition')} className={styles.form}>
        <SchemaForm
          schema={schema}
          value={definition}
          faults={preview?.faults ?? []}
          isReadOnly={false}
          onChange={change}
        />
        <p className={styles.buttons}>
          <Button tone={preview ? 'plain' : 'primary'} isBusy={isBusy} onClick={() => void show()}>
            {label('campaigns.update')}
          </Button>
          {maySchedule && (
            <Button tone="primary" disabled={preview?.faults.length !== 0} onClick={() => setScheduling(true)}>
              {label('campaigns.schedule')}
            </Button>
          )}
        </p>
        <p role="alert">{error}</p>
      </section>
      {preview && <Previewed preview={preview} />}
      {isScheduling && (
        <Schedule
          identity={identity}
          definition={definition}
          onScheduled={onScheduled}
          onClose={() => setScheduling(false)}
        />
      )}
    </div>
  )
}

function Previewed({ preview }: { preview: CampaignPreview }) {
  const { faults, description, players, channels, locales, sample } = preview
  return (
    <section aria-label={label('campaigns.preview')} className={styles.check}>
      <h2>{label('campaigns.preview')}</h2>
      {faults.length > 0 ? (
        <>
          <p role="status">{label('campaigns.faults')}</p>
          <ul className={styles.faults}>
            {faults.map(({ path, message }) => (
              <li key={`${path.join('.')} ${message}`}>
                <code>{path.join('.')}</code> {message}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p role="status">{label('campaigns.reach', { players })}</p>
          <p>{description}</p>
          <ul className={styles.changes}>
            {channels.map(({ channel, results }) => (
              <li key={channel}>{label('campaigns.channel', { channel, results: resultsOf(results) })}</li>
            ))}
            {locales
              .filter((each) => each.players > 0)
              .map(({ locale, players: count, reads }) => (
                <li key={locale}>
                  {reads === null
                    ? label('campaigns.readsNothing', { locale, players: count })
                    : label('campaigns.reads', { locale, players: count, reads })}
                </li>
              ))}
          </ul>
          <h2>{label('campaigns.sample')}</h2>
          <pre className={styles.sample}>{sample.join('\n')}</pre>
        </>
      )}
    </section>
  )
}

type ScheduleProps = { identity: string; definition: unknown; onScheduled: () => void; onClose: () => void }

function Schedule({ identity, definition, onScheduled, onClose }: ScheduleProps) {
  const [term, setTerm] = useState({ from: '', until: '' })
  const { isBusy, error, run } = useCall()
  const moment = (local: string) => (local === '' ? null : new Date(local).toISOString())
  const submit = async () => {
    const scheduled = await run(() =>
      call('POST /api/campaigns/{identity}', {
        params: { identity },
        body: { definition, startsAt: moment(term.from), endsAt: moment(term.until) },
      }),
    )
    if (scheduled) onScheduled()
  }
  return (
    <Dialog
      title={label('campaigns.scheduleOf', { identity })}
      hint={label('campaigns.scheduleHint')}
      action={label('campaigns.schedule')}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {(['from', 'until'] as const).map((name) => (
        <Field
          key={name}
          label={label(`campaigns.${name}`)}
          hint={label(`campaigns.${name}Hint`)}
          render={(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={term[name]}
              onChange={(event) => setTerm({ ...term, [name]: event.target.value })}
            />
          )}
        />
      ))}
    </Dialog>
  )
}
