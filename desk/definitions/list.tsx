/** The definitions of an area: what is in force, what is scheduled, and the newest drafts. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DefinitionArea, ListedDefinition } from '#contract/desk/definitions.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Badge, type BadgeTone } from '#web/design/badge/badge.tsx'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { Field, Input, Select } from '#web/design/field/field.tsx'
import { call } from '../api.ts'
import { Dialog } from '../dialog.tsx'
import { Filters, useFilters } from '../filters.tsx'
import { formatTerm, label, labelOf, titleOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { PageTop } from '../page-top.tsx'
import type { PageProps } from '../pages.ts'
import { follow, go } from '../place.ts'
import { Table } from '../table.tsx'

const tones: Record<ListedDefinition['state'], BadgeTone> = {
  draft: 'neutral',
  scheduled: 'info',
  active: 'success',
  ended: 'neutral',
  archived: 'neutral',
}

export function StateBadge({ state }: Pick<ListedDefinition, 'state'>) {
  return <Badge tone={tones[state]}>{labelOf(`definitions.state.${state}`)}</Badge>
}

export const addressOf = (area: DefinitionArea, { kind, identity }: { kind: string; identity: string }): string =>
  `/definitions/${area}/${kind}/${identity}`

export const listOf = (area: DefinitionArea) =>
  function Definitions({ operator }: PageProps) {
    const { kind } = useFilters()
    const [isAdding, setAdding] = useState(false)
    const all = useQuery({
      queryKey: ['definitions', area],
      queryFn: () => call(`GET /api/definitions/${area}`),
      refetchInterval: 10_000,
    })
    return (
      <>
        <PageTop title={label(`definitions.${area}`)} hint={label('definitions.hint')}>
          {includesScope(operator.scopes, `${area}:do`) && all.data && (
            <Button tone="primary" icon="plus" onClick={() => setAdding(true)}>
              {label('definitions.new')}
            </Button>
          )}
        </PageTop>
        <Loaded query={all}>
          {({ kinds, definitions }) => {
            const shown = definitions.filter((each) => !kind || each.kind === kind)
            return (
              <>
                {kinds.length > 1 && (
                  <Filters
                    filters={[
                      {
                        name: 'kind',
                        title: label('definitions.kind'),
                        options: kinds.map((value) => ({ value, title: titleOf(value) })),
                      },
                    ]}
                  />
                )}
                {shown.length === 0 ? (
                  <Empty icon="document" title={label('definitions.empty')}>
                    {label('definitions.emptyHint')}
                  </Empty>
                ) : (
                  <Table
                    caption={label(`definitions.${area}`)}
                    columns={[
                      label('definitions.identity'),
                      label('definitions.kind'),
                      label('definitions.version'),
                      label('definitions.state'),
                      label('definitions.term'),
                      label('definitions.description'),
                    ]}
                    wraps={5}
                    rows={shown.map((each) => ({
                      key: `${each.kind} ${each.identity} ${each.version}`,
                      cells: [
                        <a key="name" href={addressOf(area, each)} onClick={follow}>
                          {each.identity}
                        </a>,
                        titleOf(each.kind),
                        each.version,
                        <StateBadge key="state" state={each.state} />,
                        formatTerm(each.startsAt, each.endsAt),
                        each.description ?? label('definitions.unreadable'),
                      ],
                    }))}
                  />
                )}
                {isAdding && (
                  <Add
                    area={area}
                    kinds={kinds}
                    first={kind ?? kinds[0]!}
                    definitions={definitions}
                    onClose={() => setAdding(false)}
                  />
                )}
              </>
            )
          }}
        </Loaded>
      </>
    )
  }

type AddProps = {
  area: DefinitionArea
  kinds: string[]
  first: string
  definitions: ListedDefinition[]
  onClose: () => void
}

function Add({ area, kinds, first, definitions, onClose }: AddProps) {
  const [form, setForm] = useState({ kind: first, identity: '', from: '' })
  const known = [...new Set(definitions.filter(({ kind }) => kind === form.kind).map(({ identity }) => identity))]
  const begin = () => {
    const from = form.from === '' ? '' : `?from=${encodeURIComponent(form.from)}`
    go(`${addressOf(area, { kind: form.kind, identity: form.identity.trim() })}${from}`)
  }
  return (
    <Dialog
      title={label('definitions.new')}
      hint={label('definitions.newHint')}
      action={label('definitions.begin')}
      onSubmit={begin}
      onClose={onClose}
    >
      {kinds.length > 1 && (
        <Field
          label={label('definitions.kind')}
          render={(control) => (
            <Select
              {...control}
              value={form.kind}
              onChange={(event) => setForm({ ...form, kind: event.target.value, from: '' })}
            >
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {titleOf(kind)}
                </option>
              ))}
            </Select>
          )}
        />
      )}
      <Field
        label={label('definitions.identity')}
        hint={label('definitions.identityHint')}
        render={(control) => (
          <Input
            {...control}
            required
            pattern="[a-z0-9\-]{1,64}"
            autoComplete="off"
            value={form.identity}
            onChange={(event) => setForm({ ...form, identity: event.target.value })}
          />
        )}
      />
      <Field
        label={label('definitions.copyOf')}
        render={(control) => (
          <Select {...control} value={form.from} onChange={(event) => setForm({ ...form, from: event.target.value })}>
            <option value="">{label('definitions.nothing')}</option>
            {known.map((identity) => (
              <option key={identity}>{identity}</option>
            ))}
          </Select>
        )}
      />
    </Dialog>
  )
}
