/** Texts that players read: a file in a language, as a form; and its versions. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ContentFile } from '#contract/desk/content.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { directionOf } from '#contract/locales.ts'
import { Button } from '#web/design/button/button.tsx'
import { Field, Input, Select } from '#web/design/field/field.tsx'
import { call } from '../api.ts'
import styles from '../definitions/definition.module.css'
import { Dialog } from '../dialog.tsx'
import { useFilters } from '../filters.tsx'
import { formatMoment, label } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { go } from '../place.ts'
import { Table } from '../table.tsx'
import { useCall } from '../use-call.ts'
import { Texts } from './texts.tsx'

export function Content({ operator }: PageProps) {
  const { file = 'pages/about', locale = 'en' } = useFilters()
  const list = useQuery({ queryKey: ['content'], queryFn: () => call('GET /api/content') })
  const path = `${locale}/${file}`
  const texts = useQuery({
    queryKey: ['content-file', path],
    queryFn: () => call('GET /api/content-file', { query: { path } }),
  })
  const show = (chosen: { file?: string; locale?: string }) =>
    go(`/content?${new URLSearchParams({ file, locale, ...chosen })}`)
  return (
    <>
      <h1>{label('content.title')}</h1>
      <p>{label('content.hint')}</p>
      <Loaded query={list}>
        {({ locales, files }) => (
          <p className={styles.buttons}>
            <Select
              aria-label={label('content.file')}
              value={file}
              onChange={(event) => show({ file: event.target.value })}
            >
              {[...new Set([...files, file])].map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
            <Select
              aria-label={label('content.language')}
              value={locale}
              onChange={(event) => show({ locale: event.target.value })}
            >
              {locales.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          </p>
        )}
      </Loaded>
      <Loaded query={texts}>
        {(found) => (
          <Editor
            // Another file, or another version of this one, begins anew.
            key={`${path} ${found.versions[0]?.version ?? 0}`}
            file={found}
            locale={locale}
            mayCheck={includesScope(operator.scopes, 'content:do')}
            mayPublish={includesScope(operator.scopes, 'content:decide')}
            onChanged={() => void texts.refetch()}
          />
        )}
      </Loaded>
    </>
  )
}

type EditorProps = {
  file: ContentFile
  locale: string
  mayCheck: boolean
  mayPublish: boolean
  onChanged: () => void
}
/** Of the time between two keys, so that the check follows the person and not each key. */
const pauseMs = 500

function Editor({ file, locale, mayCheck, mayPublish, onChanged }: EditorProps) {
  const { path, english, versions } = file
  const [data, setData] = useState(file.data ?? english ?? {})
  const [checked, setChecked] = useState(data)
  const [open, setOpen] = useState<{ act: 'publish' } | { act: 'restore'; version: number } | null>(null)
  const isChanged = JSON.stringify(data) !== JSON.stringify(file.data)
  useEffect(() => {
    const timer = setTimeout(() => setChecked(data), pauseMs)
    return () => clearTimeout(timer)
  }, [data])
  const { data: check } = useQuery({
    queryKey: ['content-check', path, checked],
    queryFn: () => call('POST /api/content-check', { body: { path, data: checked } }),
    enabled: mayCheck && isChanged,
    placeholderData: (previous) => previous,
  })
  const canPublish = isChanged && check?.faults.length === 0 && checked === data
  return (
    <>
      <div className={styles.editor}>
        <section aria-label={label('content.editing', { path })} className={styles.form}>
          <div lang={locale} dir={directionOf(locale)}>
            <Texts value={data} english={english} isReadOnly={!mayCheck} onChange={setData} />
          </div>
          {mayPublish && (
            <p className={styles.buttons}>
              <Button tone="primary" disabled={!canPublish} onClick={() => setOpen({ act: 'publish' })}>
                {label('content.publish')}
              </Button>
              {isChanged && <Button onClick={() => setData(file.data ?? {})}>{label('content.discard')}</Button>}
            </p>
          )}
        </section>
        {isChanged && check && (
          <section aria-label={label('content.check')} className={styles.check}>
            <h2>{label('content.check')}</h2>
            <p role="status">{label(check.faults.length === 0 ? 'content.checkOk' : 'content.faults')}</p>
            <ul className={styles.faults}>
              {check.faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
            {check.missing.length > 0 && (
              <>
                <p>{label('content.missing')}</p>
                <ul className={styles.changes}>
                  {check.missing.map((key) => (
                    <li key={key}>
                      <code>{key}</code>
                    </li>
                  ))}
                </ul>
              </>
            )}
            {check.preview.length > 0 && (
              <>
                <h2>{label('content.preview')}</h2>
                <pre className={styles.sample} lang={locale} dir={directionOf(locale)}>
                  {check.preview.join('\n')}
                </pre>
              </>
            )}
          </section>
        )}
      </div>
      <h2>{label('content.versions')}</h2>
      {versions.length === 0 ? (
        <p>{label('content.shipped')}</p>
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
              actor,
              comment,
              index > 0 && mayPublish && (
                <Button key="restore" size="s" onClick={() => setOpen({ act: 'restore', version })}>
                  {label('content.restore')}
                </Button>
              ),
            ],
          }))}
        />
      )}
      {open && (
        <Act
          open={open}
          path={path}
          data={data}
          seen={versions[0]?.version ?? 0}
          onDone={() => {
            setOpen(null)
            onChanged()
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

type ActProps = {
  open: { act: 'publish' } | { act: 'restore'; version: number }
  path: string
  data: Record<string, unknown>
  seen: number
  onDone: () => void
  onClose: () => void
}

function Act({ open, path, data, seen, onDone, onClose }: ActProps) {
  const [reason, setReason] = useState('')
  const { isBusy, error, run } = useCall()
  const submit = async () => {
    const done = await run(() =>
      open.act === 'publish'
        ? call('POST /api/content-file', { body: { path, data, reason, seen } })
        : call('POST /api/content-restore', { body: { path, version: open.version, reason } }),
    )
    if (done) onDone()
  }
  return (
    <Dialog
      title={
        open.act === 'publish'
          ? label('content.publishOf', { path })
          : label('content.restoreOf', { version: open.version })
      }
      action={label(open.act === 'publish' ? 'content.publish' : 'content.restore')}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field
        label={label('content.reason')}
        hint={label('content.reasonHint')}
        render={(control) => (
          <Input
            {...control}
            required
            minLength={3}
            maxLength={500}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      />
    </Dialog>
  )
}
