/** The collections of the lobby in their order. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskCollection } from '#contract/desk/collections.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Button, IconButton } from '#web/design/button/button.tsx'
import { Field, Input } from '#web/design/field/field.tsx'
import { call } from '../api.ts'
import { DecideDialog } from '../decide-dialog.tsx'
import { Dialog } from '../dialog.tsx'
import { actorOf, formatMoment, label } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { PageTop } from '../page-top.tsx'
import type { PageProps } from '../pages.ts'
import { follow, go } from '../place.ts'
import { Table } from '../table.tsx'
import styles from './collections.module.css'

export const useCollections = () =>
  useQuery({ queryKey: ['collections'], queryFn: () => call('GET /api/collections'), refetchInterval: 10_000 })

/** `seen`: the version that was shown when the decision was begun; the list is read again meanwhile. */
type Open = { act: 'new' } | { act: 'order'; seen: number } | { act: 'restore'; version: number }

export function Collections({ operator }: PageProps) {
  const all = useCollections()
  const [order, setOrder] = useState<string[] | null>(null)
  const [open, setOpen] = useState<Open | null>(null)
  const mayDecide = includesScope(operator.scopes, 'content:decide')
  return (
    <>
      <PageTop title={label('collections.title')} hint={label('collections.hint')}>
        {mayDecide && (
          <Button tone="primary" icon="plus" onClick={() => setOpen({ act: 'new' })}>
            {label('collections.new')}
          </Button>
        )}
      </PageTop>
      <Loaded query={all}>
        {({ collections, version, versions }) => {
          const shown = sorted(collections, order)
          const move = (from: number, to: number) => {
            const next = shown.map(({ identity }) => identity)
            next.splice(to, 0, ...next.splice(from, 1))
            setOrder(next)
          }
          return (
            <>
              {order && (
                <p className={styles.bar}>
                  <Button onClick={() => setOrder(null)}>{label('collections.undo')}</Button>
                  <Button tone="primary" onClick={() => setOpen({ act: 'order', seen: version })}>
                    {label('collections.orderSave')}
                  </Button>
                </p>
              )}
              <Table
                caption={label('collections.title')}
                columns={[
                  label('collections.name'),
                  label('collections.identity'),
                  label('collections.games'),
                  label('collections.where'),
                  ...(mayDecide ? [label('collections.order')] : []),
                ]}
                numeric={[false, false, true, false, false]}
                rows={shown.map((each, index) => ({
                  key: each.identity,
                  cells: [
                    <a key="name" href={`/collections/${each.identity}`} onClick={follow}>
                      {titleOf(each)}
                    </a>,
                    each.identity,
                    each.games,
                    whereOf(each),
                    mayDecide && (
                      <span key="order" className={styles.moves}>
                        <IconButton
                          size="s"
                          icon="arrow-up"
                          label={label('collections.up', { name: titleOf(each) })}
                          disabled={index === 0}
                          onClick={() => move(index, index - 1)}
                        />
                        <IconButton
                          size="s"
                          icon="arrow-down"
                          label={label('collections.down', { name: titleOf(each) })}
                          disabled={index === shown.length - 1}
                          onClick={() => move(index, index + 1)}
                        />
                      </span>
                    ),
                  ].slice(0, mayDecide ? 5 : 4),
                }))}
              />
              <h2>{label('collections.versions')}</h2>
              <Table
                caption={label('collections.versions')}
                columns={[
                  label('definitions.version'),
                  label('at'),
                  label('actor'),
                  label('reason'),
                  ...(mayDecide ? [label('collections.restore')] : []),
                ]}
                rows={versions.map((each) => ({
                  key: String(each.version),
                  cells: [
                    each.version,
                    formatMoment(each.at),
                    actorOf(each.actor),
                    each.comment,
                    mayDecide && each.version !== version && (
                      <Button key="restore" size="s" onClick={() => setOpen({ act: 'restore', version: each.version })}>
                        {label('collections.restore')}
                      </Button>
                    ),
                  ].slice(0, mayDecide ? 5 : 4),
                }))}
              />
              {open?.act === 'order' && (
                <DecideDialog
                  title={label('collections.orderSave')}
                  hint={label('collections.orderHint')}
                  action={label('collections.orderSave')}
                  decide={(reason) =>
                    call('POST /api/collections/order', { body: { identities: order ?? [], reason, seen: open.seen } })
                  }
                  onDone={() => {
                    setOpen(null)
                    void all.refetch().then(() => setOrder(null))
                  }}
                  onClose={() => setOpen(null)}
                />
              )}
              {open?.act === 'restore' && (
                <DecideDialog
                  title={label('collections.restoreOf', { version: open.version })}
                  hint={label('collections.restoreHint')}
                  action={label('collections.restore')}
                  decide={(reason) =>
                    call('POST /api/collection-versions/{version}', {
                      params: { version: String(open.version) },
                      body: { reason },
                    })
                  }
                  isRepeatedByHand
                  onDone={() => {
                    setOpen(null)
                    setOrder(null)
                    void all.refetch()
                  }}
                  onClose={() => setOpen(null)}
                />
              )}
            </>
          )
        }}
      </Loaded>
      {open?.act === 'new' && <NewCollection onClose={() => setOpen(null)} />}
    </>
  )
}

/** Others may have added or removed some since the order was begun: those come last. */
function sorted(collections: DeskCollection[], order: string[] | null): DeskCollection[] {
  if (!order) return collections
  const place = ({ identity }: DeskCollection) => (order.includes(identity) ? order.indexOf(identity) : order.length)
  return collections.toSorted((one, other) => place(one) - place(other))
}

const titleOf = ({ data, identity }: DeskCollection): string =>
  (data['name'] as Record<string, string> | undefined)?.['en'] ?? identity

function whereOf({ data }: DeskCollection): string {
  const countries = (data['countries'] as string[] | undefined) ?? []
  return countries.length === 0 ? label('collections.everywhere') : countries.join(', ')
}

function NewCollection({ onClose }: { onClose: () => void }) {
  const [identity, setIdentity] = useState('')
  return (
    <Dialog
      title={label('collections.new')}
      hint={label('collections.newHint')}
      action={label('definitions.begin')}
      onSubmit={() => go(`/collections/${identity}`)}
      onClose={onClose}
    >
      <Field
        label={label('collections.identity')}
        hint={label('definitions.identityHint')}
        render={(control) => (
          <Input
            {...control}
            required
            pattern="[a-z0-9\-]{1,64}"
            autoComplete="off"
            value={identity}
            onChange={(event) => setIdentity(event.target.value)}
          />
        )}
      />
    </Dialog>
  )
}
