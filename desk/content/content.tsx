/** Texts that players read: a file in a language, as a form; its draft, its preview and its versions. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ContentCheck, ContentFile } from '#contract/desk/content.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { directionOf } from '#contract/locales.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Button } from '#web/design/button/button.tsx'
import { Field, Input, Select } from '#web/design/field/field.tsx'
import { Tabs } from '#web/design/tabs/tabs.tsx'
import { call } from '../api.ts'
import { DecideDialog } from '../decide-dialog.tsx'
import styles from '../definitions/definition.module.css'
import { Dialog } from '../dialog.tsx'
import { useFilters } from '../filters.tsx'
import { actorOf, formatMoment, label } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { follow, go } from '../place.ts'
import { Table } from '../table.tsx'
import { useCall } from '../use-call.ts'
import { Difference } from './difference.tsx'
import { Preview } from './preview.tsx'
import own from './texts.module.css'
import { Texts } from './texts.tsx'

/** Others' drafts and versions appear while one is editing. */
const refreshEveryMs = 10_000

const addressOf = (path: string): string => {
  const [locale = '', ...file] = path.split('/')
  return `/content?${new URLSearchParams({ file: file.join('/'), locale })}`
}

export function Content({ operator }: PageProps) {
  const { file = 'pages/about', locale = 'en' } = useFilters()
  const list = useQuery({
    queryKey: ['content'],
    queryFn: () => call('GET /api/content'),
    refetchInterval: refreshEveryMs,
  })
  const path = `${locale}/${file}`
  const texts = useQuery({
    queryKey: ['content-file', path],
    queryFn: () => call('GET /api/content-file', { query: { path } }),
    refetchInterval: refreshEveryMs,
  })
  return (
    <>
      <h1>{label('content.title')}</h1>
      <Loaded query={list}>
        {({ locales, files, drafts }) => (
          <>
            <div className={own.choice}>
              <Select
                aria-label={label('content.file')}
                value={file}
                onChange={(event) => go(addressOf(`${locale}/${event.target.value}`))}
              >
                {[...new Set([...files, file])].map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </Select>
              <Select
                aria-label={label('content.language')}
                value={locale}
                onChange={(event) => go(addressOf(`${event.target.value}/${file}`))}
              >
                {locales.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </Select>
            </div>
            {drafts.length > 0 && (
              <nav className={own.drafts} aria-label={label('content.drafts')}>
                <span>{label('content.drafts')}</span>
                {drafts.map((draft) => (
                  <a
                    key={draft.path}
                    href={addressOf(draft.path)}
                    onClick={follow}
                    aria-current={draft.path === path || undefined}
                    title={label('content.draftOf', { actor: actorOf(draft.actor), moment: formatMoment(draft.at) })}
                  >
                    {draft.path} <small>{actorOf(draft.actor)}</small>
                    {draft.publishAt && (
                      <small data-failed={draft.hasFailed || undefined}>
                        {draft.hasFailed ? label('content.notPublished') : formatMoment(draft.publishAt)}
                      </small>
                    )}
                  </a>
                ))}
              </nav>
            )}
          </>
        )}
      </Loaded>
      <Loaded query={texts}>
        {(found) => (
          <Editor
            key={path}
            file={found}
            locale={locale}
            mayEdit={includesScope(operator.scopes, 'content:do')}
            mayPublish={includesScope(operator.scopes, 'content:decide')}
            refresh={async () => {
              void list.refetch()
              return (await texts.refetch()).data
            }}
          />
        )}
      </Loaded>
    </>
  )
}

type Tree = Record<string, unknown>
/** What is in the form, and what it was begun from. */
type Form = { data: Tree; saved: Tree; draft: number; base: number }

const formOf = ({ draft, data, english, versions }: ContentFile): Form => {
  const saved = draft?.data ?? data ?? english ?? {}
  return { data: saved, saved, draft: draft?.revision ?? 0, base: draft?.base ?? versions[0]?.version ?? 0 }
}
const equal = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

type EditorProps = {
  file: ContentFile
  locale: string
  mayEdit: boolean
  mayPublish: boolean
  refresh: () => Promise<ContentFile | undefined>
}
/** `seen`: the newest version when the restoring was begun. */
type Open = 'publish' | 'discard' | 'unschedule' | { restored: number; seen: number }
/** Of the time between two keys, so that the check follows the person and not each key. */
const pauseMs = 500

function Editor({ file, locale, mayEdit, mayPublish, refresh }: EditorProps) {
  const { path, english, versions } = file
  const [form, setForm] = useState(() => formOf(file))
  const [checked, setChecked] = useState(form.data)
  const [open, setOpen] = useState<Open | null>(null)
  const { isBusy, error, run } = useCall()
  const { data } = form
  const isDirty = !equal(data, form.saved)
  const newest = versions[0]?.version ?? 0
  const hasOtherDraft = (file.draft?.revision ?? 0) !== form.draft
  const isBehind = hasOtherDraft || newest > form.base
  // Whoever has changed nothing sees what others save, but a decision that was begun is about what was shown then.
  const hasOtherVersion = !file.draft && newest > form.base
  if ((hasOtherDraft || hasOtherVersion) && !isDirty && !isBusy && open === null) setForm(formOf(file))
  useEffect(() => {
    const timer = setTimeout(() => setChecked(data), pauseMs)
    return () => clearTimeout(timer)
  }, [data])
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])
  const { data: check } = useQuery({
    queryKey: ['content-check', path, checked],
    queryFn: () => call('POST /api/content-check', { body: { path, data: checked } }),
    enabled: mayEdit,
    placeholderData: (previous) => previous,
  })
  const save = async () => {
    const { base, draft } = form
    const done = await run(async () => {
      const { revision } = await call('PUT /api/content-draft', { body: { path, data, base, draft } })
      // Typing went on meanwhile.
      setForm((now) => ({ ...now, saved: data, draft: revision }))
      await refresh()
      return true
    })
    if (!done) await refresh()
  }
  const saveByKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    if (mayEdit && isDirty && !isBusy) void save()
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => saveByKey(event)
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  const restart = async () => {
    setOpen(null)
    const fresh = await refresh()
    if (fresh) setForm(formOf(fresh))
  }
  const canPublish = !equal(data, file.data) && !isBehind && check?.faults.length === 0 && checked === data
  return (
    <>
      {isBehind && !isBusy && (isDirty || newest > form.base) && (
        <Behind
          file={file}
          form={form}
          hasOtherDraft={hasOtherDraft}
          onTake={() => setForm(hasOtherDraft ? formOf(file) : { ...form, data: file.data ?? {}, base: newest })}
          onKeep={() => setForm({ ...form, draft: file.draft?.revision ?? 0, base: newest })}
        />
      )}
      <div className={own.bar}>
        <span>
          {file.draft
            ? label('content.draftOf', { actor: actorOf(file.draft.actor), moment: formatMoment(file.draft.at) })
            : label('content.noDraft')}
        </span>
        {isDirty && <Badge tone="warning">{label('content.unsaved')}</Badge>}
        {file.draft?.publication && <Publication publication={file.draft.publication} />}
        <span className={own.buttons}>
          {isDirty && (
            <Button onClick={() => setForm({ ...form, data: form.saved })}>{label('content.discard')}</Button>
          )}
          {file.draft && mayEdit && !isDirty && (
            <Button onClick={() => setOpen('discard')}>{label('content.discardDraft')}</Button>
          )}
          {mayEdit && (
            <Button disabled={!isDirty || hasOtherDraft} isBusy={isBusy} onClick={() => void save()}>
              {label('content.saveDraft')}
            </Button>
          )}
          {mayPublish && file.draft?.publication && !isDirty && (
            <Button onClick={() => setOpen('unschedule')}>{label('content.unschedule')}</Button>
          )}
          {mayPublish && (
            <Button tone="primary" disabled={!canPublish} onClick={() => setOpen('publish')}>
              {label('content.publish')}
            </Button>
          )}
        </span>
        <p role="alert">{error}</p>
      </div>
      <div className={styles.editor}>
        <section aria-label={label('content.editing', { path })} className={styles.form}>
          <div lang={locale} dir={directionOf(locale)}>
            <Texts
              value={data}
              english={english}
              faults={check?.faults ?? []}
              isReadOnly={!mayEdit}
              onChange={(next) => setForm({ ...form, data: next })}
            />
          </div>
        </section>
        <Side file={file} data={data} check={check} locale={locale} />
      </div>
      <Versions file={file} mayPublish={mayPublish} onRestore={(restored) => setOpen({ restored, seen: newest })} />
      {open === 'discard' && (
        <DiscardDraft path={path} draft={form.draft} onDone={() => void restart()} onClose={() => setOpen(null)} />
      )}
      {open === 'publish' && (
        <Publish
          path={path}
          data={data}
          form={form}
          isSaved={file.draft !== null && !isDirty}
          onDone={() => void restart()}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'unschedule' && (
        <DecideDialog
          title={label('content.unschedule')}
          hint={label('content.unscheduleHint')}
          action={label('content.unschedule')}
          decide={(reason) =>
            call('POST /api/content-draft/publication/end', { body: { path, draft: form.draft, reason } })
          }
          onDone={() => void restart()}
          onClose={() => setOpen(null)}
        />
      )}
      {open !== null && typeof open === 'object' && (
        <DecideDialog
          title={label('content.restoreOf', { version: open.restored })}
          hint={label('content.publishHint')}
          action={label('content.restore')}
          decide={(reason) =>
            call('POST /api/content-restore', { body: { path, version: open.restored, reason, seen: open.seen } })
          }
          onDone={() => void restart()}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

function Publication({ publication }: { publication: NonNullable<NonNullable<ContentFile['draft']>['publication']> }) {
  const { at, actor, reason, fault } = publication
  return (
    <Badge tone={fault ? 'danger' : 'info'}>
      <span title={reason}>
        {label(fault ? `content.failed.${fault}` : 'content.scheduledFor', {
          moment: formatMoment(at),
          actor: actorOf(actor),
        })}
      </span>
    </Badge>
  )
}

type PublishProps = { path: string; data: Tree; form: Form; isSaved: boolean; onDone: () => void; onClose: () => void }

/** At once, or at a time that is chosen: then it is the saved draft that is published. */
function Publish({ path, data, form: { base, draft }, isSaved, onDone, onClose }: PublishProps) {
  const [at, setAt] = useState('')
  return (
    <DecideDialog
      title={label('content.publishOf', { path })}
      hint={label('content.publishHint')}
      action={label(at === '' ? 'content.publish' : 'content.schedule')}
      decide={(reason) =>
        at === ''
          ? call('POST /api/content-file', { body: { path, data, reason, seen: base, draft } })
          : call('PUT /api/content-draft/publication', {
              body: { path, draft, at: new Date(at).toISOString(), reason },
            })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <Field
        label={label('content.publishAt')}
        hint={label(isSaved ? 'content.publishAtHint' : 'content.publishAtSaved')}
        render={(control) => (
          <Input
            {...control}
            type="datetime-local"
            disabled={!isSaved}
            value={at}
            onChange={(event) => setAt(event.target.value)}
          />
        )}
      />
    </DecideDialog>
  )
}

type BehindProps = {
  file: ContentFile
  form: Form
  hasOtherDraft: boolean
  onTake: () => void
  onKeep: () => void
}

/** Somebody else has saved or published meanwhile: what the difference is, and which one goes on. */
function Behind({ file, form, hasOtherDraft, onTake, onKeep }: BehindProps) {
  const newest = file.versions[0]
  const theirs = hasOtherDraft ? (file.draft?.data ?? file.data) : file.data
  return (
    <section className={own.behind} role="alert">
      <p>
        {!hasOtherDraft
          ? label('content.newerVersion', { actor: actorOf(newest?.actor ?? ''), version: newest?.version ?? 0 })
          : file.draft
            ? label('content.theirDraft', { actor: actorOf(file.draft.actor) })
            : label('content.draftEnded')}
      </p>
      <details>
        <summary>{label('content.theirDifference')}</summary>
        <Difference before={theirs} after={form.data} />
      </details>
      <p className={styles.buttons}>
        <Button onClick={onTake}>{label('content.takeTheirs')}</Button>
        <Button onClick={onKeep}>{label('content.keepMine')}</Button>
      </p>
    </section>
  )
}

type SideProps = { file: ContentFile; data: Tree; check: ContentCheck | undefined; locale: string }

function Side({ file, data, check, locale }: SideProps) {
  const [tab, setTab] = useState<'preview' | 'difference'>('preview')
  const isPage = file.path.split('/')[1] === 'pages'
  return (
    <section aria-label={label('content.check')} className={styles.check}>
      {check && (
        <p role="status" data-faulty={check.faults.length > 0 || undefined} className={own.status}>
          {check.faults.length === 0
            ? label('content.checkOk')
            : label('content.faults', { count: check.faults.length })}
        </p>
      )}
      <Tabs
        label={label('content.side')}
        tabs={[
          { value: 'preview', label: label('content.preview') },
          { value: 'difference', label: label('content.difference') },
        ]}
        value={tab}
        onChange={setTab}
      >
        {tab === 'difference' ? (
          <>
            <p className={styles.soft}>{label('content.differenceHint')}</p>
            <Difference before={file.data ?? {}} after={data} />
          </>
        ) : check?.preview ? (
          <Preview preview={check.preview} locale={locale} />
        ) : (
          <p className={styles.soft}>{label(isPage ? 'content.previewFaulty' : 'content.noPreview')}</p>
        )}
      </Tabs>
      {check && check.missing.length > 0 && (
        <details>
          <summary>
            {label('content.missing')} ({check.missing.length})
          </summary>
          <ul className={styles.changes}>
            {check.missing.map((key) => (
              <li key={key}>
                <code>{key}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

type VersionsProps = { file: ContentFile; mayPublish: boolean; onRestore: (version: number) => void }

function Versions({ file: { versions }, mayPublish, onRestore }: VersionsProps) {
  return (
    <>
      <h2>{label('content.versions')}</h2>
      {versions.length === 0 ? (
        <p className={styles.soft}>{label('content.shipped')}</p>
      ) : (
        <Table
          caption={label('content.versions')}
          columns={[
            label('definitions.version'),
            label('at'),
            label('actor'),
            label('content.reason'),
            label('actions'),
          ]}
          rows={versions.map(({ version, at, actor, comment }, index) => ({
            key: String(version),
            cells: [
              version,
              formatMoment(at),
              actorOf(actor),
              comment,
              index > 0 && mayPublish && (
                <Button key="restore" size="s" onClick={() => onRestore(version)}>
                  {label('content.restore')}
                </Button>
              ),
            ],
          }))}
        />
      )}
    </>
  )
}

type DiscardProps = { path: string; draft: number; onDone: () => void; onClose: () => void }

function DiscardDraft({ path, draft, onDone, onClose }: DiscardProps) {
  const { isBusy, error, run } = useCall()
  const discard = async () => {
    const isDone = await run(async () => {
      await call('POST /api/content-draft/end', { body: { path, draft } })
      return true
    })
    if (isDone) onDone()
  }
  return (
    <Dialog
      title={label('content.discardDraft')}
      hint={label('content.discardDraftHint')}
      action={label('content.discardDraft')}
      isDangerous
      isBusy={isBusy}
      error={error}
      onSubmit={() => void discard()}
      onClose={onClose}
    />
  )
}
