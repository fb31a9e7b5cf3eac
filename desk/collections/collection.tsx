/** One collection: its names, its games and countries, and what a visitor would see of it. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CollectionGame, CollectionPreview, DeskCollection } from '#contract/desk/collections.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { directionOf, locales } from '#contract/locales.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Button, IconButton } from '#web/design/button/button.tsx'
import { Field, Input, Select } from '#web/design/field/field.tsx'
import { Difference } from '../content/difference.tsx'
import { call } from '../api.ts'
import { DecideDialog } from '../decide-dialog.tsx'
import editor from '../definitions/definition.module.css'
import type { Schema } from '../definitions/schema.ts'
import { SchemaForm } from '../definitions/schema-form.tsx'
import { label } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { go } from '../place.ts'
import { useCollections } from './collections.tsx'
import styles from './collections.module.css'

type Data = Record<string, unknown>
type Rule = { popular?: number; games?: string[] } & Data

export function CollectionPage({ operator, params }: PageProps) {
  const { identity } = params as { identity: string }
  const all = useCollections()
  return (
    <>
      <h1>
        {label('collections.title')}: {identity}
      </h1>
      <Loaded query={all}>
        {({ collections, version, schema }) => (
          <Editor
            identity={identity}
            stored={collections.find((each) => each.identity === identity)}
            version={version}
            schema={schema}
            mayDecide={includesScope(operator.scopes, 'content:decide')}
            refresh={async () => {
              const fresh = await all.refetch()
              return fresh.data?.collections.find((each) => each.identity === identity)
            }}
          />
        )}
      </Loaded>
    </>
  )
}

/** `seen`: the version that was shown when the decision was begun; the list is read again meanwhile. */
type Open = { act: 'save' | 'remove'; seen: number }

type EditorProps = {
  identity: string
  stored: DeskCollection | undefined
  version: number
  schema: Schema
  mayDecide: boolean
  refresh: () => Promise<DeskCollection | undefined>
}
const pauseMs = 400
const equal = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function Editor({ identity, stored, version, schema, mayDecide, refresh }: EditorProps) {
  const empty: Data = { identity, icon: 'star', games: { games: [] }, name: { en: '' } }
  const base = stored?.data ?? empty
  /** What the form was begun from; another one in force was stored by somebody else. */
  const [begun, setBegun] = useState(base)
  const [data, setData] = useState(base)
  const [checked, setChecked] = useState(data)
  const [view, setView] = useState({ locale: 'en', country: '' })
  const [open, setOpen] = useState<Open | null>(null)
  const [notice, setNotice] = useState('')
  const isChanged = !equal(data, begun)
  const isBehind = !equal(base, begun)
  if (isBehind && !isChanged) {
    setBegun(base)
    setData(base)
  }
  useEffect(() => {
    const timer = setTimeout(() => setChecked(data), pauseMs)
    return () => clearTimeout(timer)
  }, [data])
  const { data: preview } = useQuery({
    queryKey: ['collection-preview', checked, view],
    queryFn: () =>
      call('POST /api/collections/preview', {
        body: {
          data: checked,
          locale: view.locale,
          country: /^[A-Z]{2}$/.test(view.country) ? view.country : null,
        },
      }),
    placeholderData: (previous) => previous,
  })
  const set = (name: string, value: unknown) => setData({ ...data, [name]: value })
  const faultAt = (name: string) => preview?.faults.find(({ path }) => path[0] === name)?.message
  const canSave = isChanged && !isBehind && checked === data && preview?.faults.length === 0
  const names = data['name'] as Record<string, string>
  return (
    <>
      {isBehind && isChanged && (
        <section className={styles.behind} role="alert">
          <p>{label('collections.behind')}</p>
          <Difference before={base} after={data} />
          <p className={editor.buttons}>
            <Button
              onClick={() => {
                setBegun(base)
                setData(base)
              }}
            >
              {label('collections.takeTheirs')}
            </Button>
            <Button onClick={() => setBegun(base)}>{label('collections.keepMine')}</Button>
          </p>
        </section>
      )}
      <div className={styles.bar}>
        <span role="status">{notice}</span>
        {isChanged && <Badge tone="warning">{label('collections.unsaved')}</Badge>}
        {isChanged && <Button onClick={() => setData(begun)}>{label('collections.undo')}</Button>}
        {mayDecide && stored && !isChanged && (
          <Button onClick={() => setOpen({ act: 'remove', seen: version })}>{label('collections.delete')}</Button>
        )}
        {mayDecide && (
          <Button tone="primary" disabled={!canSave} onClick={() => setOpen({ act: 'save', seen: version })}>
            {label('collections.save')}
          </Button>
        )}
      </div>
      <div className={editor.editor}>
        <fieldset className={editor.form} disabled={!mayDecide}>
          <GamesForm
            rule={data['games'] as Rule}
            conditions={conditionsOf(schema)}
            preview={preview}
            isReadOnly={!mayDecide}
            onChange={(games) => set('games', games)}
          />
          <h2>{label('collections.texts')}</h2>
          <div className={styles.pair}>
            {locales.map(({ code, name }) => (
              <Field
                key={code}
                label={name}
                error={code === 'en' ? faultAt('name') : undefined}
                render={(control) => (
                  <Input
                    {...control}
                    lang={code}
                    dir={directionOf(code)}
                    maxLength={60}
                    autoComplete="off"
                    value={names[code] ?? ''}
                    onChange={({ target: { value } }) => {
                      const { [code]: _old, ...others } = names
                      set('name', value || code === 'en' ? { ...names, [code]: value } : others)
                    }}
                  />
                )}
              />
            ))}
            <Field
              label={label('collections.icon')}
              error={faultAt('icon')}
              render={(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  value={String(data['icon'])}
                  onChange={(event) => set('icon', event.target.value)}
                />
              )}
            />
            <Countries
              countries={(data['countries'] as string[] | undefined) ?? []}
              fault={faultAt('countries')}
              onChange={(countries) => {
                const { countries: _old, ...others } = data
                setData(countries.length === 0 ? others : { ...data, countries })
              }}
            />
          </div>
        </fieldset>
        <section className={editor.check} aria-label={label('collections.preview')}>
          <h2>{label('collections.preview')}</h2>
          <div className={styles.pair}>
            <Select
              aria-label={label('collections.locale')}
              value={view.locale}
              onChange={(event) => setView({ ...view, locale: event.target.value })}
            >
              {locales.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
            <Input
              aria-label={label('collections.country')}
              placeholder={`${label('collections.country')}: ${label('collections.countryUnknown')}`}
              maxLength={2}
              autoComplete="off"
              value={view.country}
              onChange={(event) => setView({ ...view, country: event.target.value.toUpperCase() })}
            />
          </div>
          {preview && <Rail preview={preview} locale={view.locale} />}
        </section>
      </div>
      {open?.act === 'save' && (
        <DecideDialog
          title={label('collections.save')}
          hint={label('collections.saveHint')}
          action={label('collections.save')}
          decide={(reason) =>
            call('PUT /api/collections/{identity}', { params: { identity }, body: { data, reason, seen: open.seen } })
          }
          onDone={() => {
            setOpen(null)
            void refresh().then((fresh) => {
              if (!fresh) return
              setBegun(fresh.data)
              setData(fresh.data)
              setNotice(label('collections.saved', { version: open.seen + 1 }))
            })
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.act === 'remove' && (
        <DecideDialog
          title={label('collections.delete')}
          hint={label('collections.deleteHint')}
          action={label('collections.delete')}
          isDangerous
          decide={(reason) =>
            call('POST /api/collections/{identity}/removal', {
              params: { identity },
              body: { reason, seen: open.seen },
            })
          }
          onDone={() => void refresh().then(() => go('/collections'))}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

/** The alternative of the rule without fixed properties. */
const conditionsOf = (schema: Schema): Schema =>
  schema.properties!['games']!.anyOf!.find(({ properties }) => properties?.['kinds'])!

type GamesFormProps = {
  rule: Rule
  conditions: Schema
  preview: CollectionPreview | undefined
  isReadOnly: boolean
  onChange: (rule: Rule) => void
}

function GamesForm({ rule, conditions, preview, isReadOnly, onChange }: GamesFormProps) {
  const way = 'popular' in rule ? 'popular' : 'games' in rule ? 'hand' : 'conditions'
  const begin = {
    popular: { popular: 6 },
    // What the rule contains now is what one begins to pick from.
    hand: { games: preview?.games.map(({ slug }) => slug) ?? [] },
    conditions: { kinds: ['slot'] },
  }
  const faults = (preview?.faults ?? []).filter(({ path }) => path[0] === 'games')
  return (
    <>
      <Field
        label={label('collections.rule')}
        error={faults.find(({ path }) => path.length === 1)?.message}
        render={(control) => (
          <Select
            {...control}
            value={way}
            onChange={(event) => onChange(begin[event.target.value as keyof typeof begin])}
          >
            {(['popular', 'hand', 'conditions'] as const).map((each) => (
              <option key={each} value={each}>
                {label(`collections.rule.${each}`)}
              </option>
            ))}
          </Select>
        )}
      />
      {way === 'popular' && (
        <Field
          label={label('collections.popular')}
          error={faults.find(({ path }) => path[1] === 'popular')?.message}
          render={(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={100}
              value={rule.popular ?? ''}
              onChange={(event) => onChange({ popular: event.target.valueAsNumber || 0 })}
            />
          )}
        />
      )}
      {way === 'hand' && <Picked slugs={rule.games ?? []} onChange={(games) => onChange({ games })} />}
      {way === 'conditions' && (
        <SchemaForm
          schema={conditions}
          value={rule}
          faults={faults.map(({ path, message }) => ({ path: path.slice(1), message }))}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange(next as Rule)}
        />
      )}
    </>
  )
}

/** Games in the order in which players see them. */
function Picked({ slugs, onChange }: { slugs: string[]; onChange: (slugs: string[]) => void }) {
  const [text, setText] = useState('')
  const names = useQuery({
    queryKey: ['collection-games', slugs],
    queryFn: () => call('GET /api/collection-games', { query: { slugs: slugs.join(',') } }),
    enabled: slugs.length > 0,
    placeholderData: (previous) => previous,
  })
  const found = useQuery({
    queryKey: ['collection-games', text],
    queryFn: () => call('GET /api/collection-games', { query: { text } }),
    enabled: text.trim().length > 1,
  })
  const gameOf = (slug: string) => names.data?.find((game) => game.slug === slug)
  const move = (from: number, to: number) => {
    const next = [...slugs]
    next.splice(to, 0, ...next.splice(from, 1))
    onChange(next)
  }
  return (
    <>
      <Input
        aria-label={label('collections.add')}
        placeholder={label('collections.add')}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {text.trim().length > 1 && (
        <p className={editor.buttons}>
          {(found.data ?? [])
            .filter(({ slug }) => !slugs.includes(slug))
            .map((game: CollectionGame) => (
              <Button key={game.slug} size="s" icon="plus" onClick={() => onChange([...slugs, game.slug])}>
                {game.name} · {game.studio}
              </Button>
            ))}
        </p>
      )}
      {slugs.length === 0 && <p className={styles.soft}>{label('collections.noGames')}</p>}
      <ol className={styles.picked}>
        {slugs.map((slug, index) => {
          const name = gameOf(slug)?.name ?? slug
          return (
            <li key={slug}>
              <span>{name}</span>
              <small>{gameOf(slug)?.studio ?? (names.isSuccess && label('collections.unknown'))}</small>
              <span className={styles.moves}>
                <IconButton
                  size="s"
                  icon="arrow-up"
                  label={label('collections.up', { name })}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  size="s"
                  icon="arrow-down"
                  label={label('collections.down', { name })}
                  disabled={index === slugs.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <IconButton
                  size="s"
                  icon="close"
                  label={label('collections.remove', { name })}
                  onClick={() => onChange(slugs.filter((each) => each !== slug))}
                />
              </span>
            </li>
          )
        })}
      </ol>
    </>
  )
}

type CountriesProps = { countries: string[]; fault: string | undefined; onChange: (countries: string[]) => void }

function Countries({ countries, fault, onChange }: CountriesProps) {
  const [text, setText] = useState(countries.join(', '))
  const codesIn = (written: string) =>
    written
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean)
  // Somebody else's countries, or an undone change.
  const [shown, setShown] = useState(countries)
  if (!equal(shown, countries)) {
    setShown(countries)
    if (!equal(codesIn(text), countries)) setText(countries.join(', '))
  }
  return (
    <Field
      label={label('collections.countries')}
      hint={label('collections.countriesHint')}
      error={fault}
      render={(control) => (
        <Input
          {...control}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            onChange(codesIn(event.target.value))
          }}
        />
      )}
    />
  )
}

function Rail({ preview, locale }: { preview: CollectionPreview; locale: string }) {
  if (preview.faults.length > 0) return null
  return (
    <>
      {preview.isShown ? (
        <div lang={locale} dir={directionOf(locale)} className={styles.rail}>
          <p className={styles.railTitle}>
            {preview.name} <small>{label('collections.total', { count: preview.total })}</small>
          </p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
          <ul tabIndex={0} aria-label={preview.name}>
            {preview.games.map((game) => (
              <li key={game.slug}>
                <span>{game.name}</span>
                <small>{game.studio}</small>
                {game.isNew && <Badge tone="info">{label('collections.isNew')}</Badge>}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p>{label('collections.hidden')}</p>
      )}
      <ul className={editor.changes}>
        {preview.warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </>
  )
}
