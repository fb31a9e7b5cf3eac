/** One definition: its versions, and a form for the next one. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DefinitionArea, DefinitionCheck, DefinitionVersion } from '#contract/desk/definitions.ts'
import { directionOf, locales } from '#contract/locales.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Button } from '#web/design/button/button.tsx'
import { Field, Input, Select, Textarea } from '#web/design/field/field.tsx'
import { call } from '../api.ts'
import { DecideDialog } from '../decide-dialog.tsx'
import { Dialog } from '../dialog.tsx'
import { useFilters } from '../filters.tsx'
import { actorOf, formatMoment, formatTerm, label, titleOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { follow } from '../place.ts'
import { useCall } from '../use-call.ts'
import { Costs } from './costs.tsx'
import { StateBadge } from './list.tsx'
import { emptyOf, type Schema } from './schema.ts'
import { SchemaForm } from './schema-form.tsx'
import styles from './definition.module.css'

type Named = { area: DefinitionArea; kind: string; identity: string }
type Open = { act: 'schedule' | 'archive'; version: DefinitionVersion } | { act: 'end' }

export const definitionOf = (area: DefinitionArea) =>
  function Definition({ operator, params }: PageProps) {
    const { kind, identity } = params as { kind: string; identity: string }
    const named = { area, kind, identity }
    const { from } = useFilters()
    const versions = useQuery({
      queryKey: ['definition', area, kind, identity],
      queryFn: () => call(`GET /api/definitions/${area}/{kind}/{identity}`, { params: { kind, identity } }),
    })
    const schema = useQuery({
      queryKey: ['schema', area, kind],
      queryFn: () => call(`GET /api/definitions/${area}/{kind}`, { params: { kind } }),
      staleTime: Infinity,
    })
    const copied = useQuery({
      queryKey: ['definition', area, kind, from],
      queryFn: () => call(`GET /api/definitions/${area}/{kind}/{identity}`, { params: { kind, identity: from! } }),
      enabled: from !== undefined,
    })
    const [data, setData] = useState<unknown>()
    const [open, setOpen] = useState<Open | null>(null)
    const [notice, setNotice] = useState('')
    const mayWrite = includesScope(operator.scopes, `${area}:do`)
    const mayDecide = includesScope(operator.scopes, `${area}:decide`)
    const done = (text: string) => {
      setOpen(null)
      setData(undefined)
      setNotice(text)
      void versions.refetch()
    }
    return (
      <>
        <h1>
          {titleOf(kind)}: {identity}
        </h1>
        <p role="status">{notice}</p>
        <Loaded query={schema}>
          {(form) => (
            <Loaded query={versions}>
              {(all) => {
                const isNew = all.length === 0
                const first = () => copied.data?.[0]?.data ?? all[0]?.data ?? emptyOf(form)
                if (data !== undefined)
                  return (
                    <Editor
                      named={named}
                      schema={form}
                      data={data}
                      onChange={setData}
                      onDone={(version) => done(label('definitions.saved', { version }))}
                      onDiscard={() => setData(undefined)}
                    />
                  )
                return (
                  <>
                    {mayWrite && (!from || copied.data) && (
                      <p className={styles.buttons}>
                        <Button tone="primary" onClick={() => setData(first())}>
                          {label(isNew ? 'definitions.begin' : 'definitions.edit')}
                        </Button>
                        {mayDecide && all.some(({ state }) => state === 'active') && (
                          <Button tone="danger" onClick={() => setOpen({ act: 'end' })}>
                            {label('definitions.end')}
                          </Button>
                        )}
                      </p>
                    )}
                    {mayWrite && all.some(isGrantable(kind)) && (
                      <p>
                        <a href={`/rewards/grant?kind=${grantable[kind]!}&what=${identity}`} onClick={follow}>
                          {label('rewards.toPlayer')}
                        </a>
                      </p>
                    )}
                    {area === 'rewards' && !isNew && <Costs kind={kind} identity={identity} />}
                    <Versions all={all} schema={form} mayDecide={mayDecide} onOpen={setOpen} />
                  </>
                )
              }}
            </Loaded>
          )}
        </Loaded>
        {open && <Act open={open} named={named} onDone={() => done('')} onClose={() => setOpen(null)} />}
      </>
    )
  }

/** Kind of definition -> kind of reward. */
const grantable: Record<string, string> = { offers: 'offer', freebets: 'freeBet' }

/** An offer for deposits is granted for deposits only. */
const isGrantable =
  (kind: string) =>
  ({ state, data }: DefinitionVersion): boolean =>
    state === 'active' &&
    (kind === 'freebets' || (kind === 'offers' && (data as { trigger?: string } | null)?.trigger === 'reward'))

type VersionsProps = {
  all: DefinitionVersion[]
  schema: Schema
  mayDecide: boolean
  onOpen: (open: Open) => void
}

function Versions({ all, schema, mayDecide, onOpen }: VersionsProps) {
  return all.map((version, index) => (
    <details key={version.version} className={styles.version} open={index === 0}>
      <summary>
        {label('definitions.version')} {version.version} <StateBadge state={version.state} />{' '}
        {formatTerm(version.startsAt, version.endsAt)}
      </summary>
      <p>{version.description ?? label('definitions.unreadable')}</p>
      <p className={styles.soft}>
        {actorOf(version.actor)}, {formatMoment(version.createdAt)}: {version.comment}
      </p>
      {mayDecide && (
        <p className={styles.buttons}>
          {version.state === 'draft' && (
            <Button size="s" tone="primary" onClick={() => onOpen({ act: 'schedule', version })}>
              {label('definitions.schedule')}
            </Button>
          )}
          {(version.state === 'draft' || version.state === 'scheduled' || version.state === 'ended') && (
            <Button size="s" onClick={() => onOpen({ act: 'archive', version })}>
              {label('definitions.archive')}
            </Button>
          )}
        </p>
      )}
      {version.changes.length > 0 && (
        <>
          <h2>{label('definitions.changesFromBefore')}</h2>
          <Changes changes={version.changes} />
        </>
      )}
      <SchemaForm schema={schema} value={version.data} faults={[]} isReadOnly onChange={() => {}} />
    </details>
  ))
}

const Changes = ({ changes }: { changes: string[] }) => (
  <ul className={styles.changes}>
    {changes.map((change) => (
      <li key={change}>
        <code>{change}</code>
      </li>
    ))}
  </ul>
)

type EditorProps = {
  named: Named
  schema: Schema
  data: unknown
  onChange: (data: unknown) => void
  onDone: (version: number) => void
  onDiscard: () => void
}

/** Of the time between two keys, so that the check follows the person and not each key. */
const pauseMs = 500

function Editor({ named: { area, kind, identity }, schema, data, onChange, onDone, onDiscard }: EditorProps) {
  const [isSaving, setSaving] = useState(false)
  const [json, setJson] = useState<string | null>(null)
  const [checked, setChecked] = useState(data)
  useEffect(() => {
    const timer = setTimeout(() => setChecked(data), pauseMs)
    return () => clearTimeout(timer)
  }, [data])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  const { data: check } = useQuery({
    queryKey: ['definition-check', area, kind, identity, checked],
    queryFn: () =>
      call(`POST /api/definitions/${area}/{kind}/check`, { params: { kind }, body: { identity, data: checked } }),
    placeholderData: (previous) => previous,
  })
  const jsonFault = json === null ? null : faultOf(json)
  return (
    <div className={styles.editor}>
      <section aria-label={label('definitions.editing')} className={styles.form}>
        <p className={styles.buttons}>
          <Button
            size="s"
            disabled={jsonFault !== null}
            onClick={() => setJson(json === null ? JSON.stringify(data, null, 2) : null)}
          >
            {label(json === null ? 'definitions.editJson' : 'definitions.editForm')}
          </Button>
        </p>
        {json === null ? (
          <SchemaForm
            schema={schema}
            value={data}
            faults={check?.faults ?? []}
            isReadOnly={false}
            onChange={onChange}
          />
        ) : (
          <Field
            label={label('definitions.asJson')}
            error={jsonFault === null ? undefined : label('definitions.jsonInvalid', { message: jsonFault })}
            render={(control) => (
              <Textarea
                {...control}
                className={styles.json}
                rows={30}
                spellCheck={false}
                value={json}
                onChange={(event) => {
                  setJson(event.target.value)
                  if (faultOf(event.target.value) === null) onChange(JSON.parse(event.target.value))
                }}
              />
            )}
          />
        )}
        <p className={styles.buttons}>
          <Button
            tone="primary"
            disabled={jsonFault !== null || check?.faults.length !== 0}
            onClick={() => setSaving(true)}
          >
            {label('definitions.saveDraft')}
          </Button>
          <Button onClick={onDiscard}>{label('definitions.discard')}</Button>
        </p>
      </section>
      {check && <Checked check={check} />}
      {isSaving && (
        <SaveDraft named={{ area, kind, identity }} data={data} onDone={onDone} onClose={() => setSaving(false)} />
      )}
    </div>
  )
}

function faultOf(json: string): string | null {
  try {
    JSON.parse(json)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

function Checked({ check: { faults, description, changes, texts, forbiddenIn } }: { check: DefinitionCheck }) {
  const [locale, setLocale] = useState('en')
  return (
    <section aria-label={label('definitions.check')} className={styles.check}>
      <h2>{label('definitions.check')}</h2>
      <div role="status">
        <p>{label(faults.length === 0 ? 'definitions.checkOk' : 'definitions.checkFaults')}</p>
        {faults.length > 0 && (
          <ul className={styles.faults}>
            {faults.map(({ path, message }) => (
              <li key={`${path.join('.')} ${message}`}>
                {path.length > 0 && <code>{path.join('.')}</code>} {message}
              </li>
            ))}
          </ul>
        )}
      </div>
      {description !== null && <p>{description}</p>}
      {forbiddenIn.length > 0 && (
        <p>
          {label('definitions.forbiddenIn')}{' '}
          {forbiddenIn.map((each) => label('definitions.forbiddenBy', each)).join(', ')}
        </p>
      )}
      <h2>{label('definitions.changes')}</h2>
      <p className={styles.soft}>{label('definitions.changesHint')}</p>
      {changes.length === 0 ? <p>{label('definitions.noChanges')}</p> : <Changes changes={changes} />}
      {texts.length > 0 && (
        <>
          <h2>{label('definitions.texts')}</h2>
          <Field
            label={label('definitions.language')}
            render={(control) => (
              <Select {...control} value={locale} onChange={(event) => setLocale(event.target.value)}>
                {locales.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          />
          <dl className={styles.texts}>
            {texts.map(({ name, texts: written, missing }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd lang={missing.includes(locale) ? 'en' : locale} dir={directionOf(locale)}>
                  {written[locale] ?? written['en']}
                  {missing.includes(locale) && <p className={styles.soft}>{label('definitions.missing')}</p>}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}

type SaveDraftProps = { named: Named; data: unknown; onDone: (version: number) => void; onClose: () => void }

function SaveDraft({ named: { area, kind, identity }, data, onDone, onClose }: SaveDraftProps) {
  return (
    <DecideDialog
      title={label('definitions.saveDraft')}
      hint={label('definitions.reasonHint')}
      action={label('definitions.saveDraft')}
      decide={async (reason) => {
        const { version } = await call(`POST /api/definitions/${area}/{kind}/{identity}`, {
          params: { kind, identity },
          body: { data, reason },
        })
        onDone(version)
      }}
      isRepeatedByHand
      // `decide` knows the version.
      onDone={() => undefined}
      onClose={onClose}
    />
  )
}

type ActProps = { open: Open; named: Named; onDone: () => void; onClose: () => void }

function Act({ open, named: { area, kind, identity }, onDone, onClose }: ActProps) {
  const [form, setForm] = useState({ startsAt: '', endsAt: '' })
  const { isBusy, error, run } = useCall()
  const params = { kind, identity }
  const moment = (local: string) => (local === '' ? null : new Date(local).toISOString())
  const submit = async () => {
    const done = await run(async (): Promise<unknown> => {
      if (open.act === 'end') return undefined
      const version = { ...params, version: String(open.version.version) }
      return open.act === 'archive'
        ? call(`POST /api/definitions/${area}/{kind}/{identity}/{version}/archive`, { params: version })
        : call(`POST /api/definitions/${area}/{kind}/{identity}/{version}/schedule`, {
            params: version,
            body: { startsAt: moment(form.startsAt), endsAt: moment(form.endsAt) },
          })
    })
    if (done) onDone()
  }
  const dialog = { isBusy, error, onSubmit: () => void submit(), onClose }
  if (open.act === 'end')
    return (
      <DecideDialog
        title={label('definitions.endOf', { identity })}
        hint={label('definitions.endHint')}
        action={label('definitions.end')}
        isDangerous
        decide={(reason) => call(`POST /api/definitions/${area}/{kind}/{identity}/end`, { params, body: { reason } })}
        isRepeatedByHand
        onDone={onDone}
        onClose={onClose}
      />
    )
  const { version } = open.version
  if (open.act === 'archive')
    return (
      <Dialog
        {...dialog}
        title={label('definitions.archiveOf', { version })}
        hint={label('definitions.archiveHint')}
        action={label('definitions.archive')}
        isDangerous
      />
    )
  const momentField = (name: 'startsAt' | 'endsAt') => (
    <Field
      label={label(`definitions.${name}`)}
      hint={label(`definitions.${name}Hint`)}
      render={(control) => (
        <Input
          {...control}
          type="datetime-local"
          value={form[name]}
          onChange={(event) => setForm({ ...form, [name]: event.target.value })}
        />
      )}
    />
  )
  return (
    <Dialog
      {...dialog}
      title={label('definitions.scheduleOf', { version })}
      hint={label('definitions.scheduleHint')}
      action={label('definitions.schedule')}
    >
      {momentField('startsAt')}
      {momentField('endsAt')}
    </Dialog>
  )
}
