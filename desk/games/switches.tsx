/** What is switched off, and switching it. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Switch } from '#contract/desk/games.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { Field, Input } from '#web/design/field/field.tsx'
import { call } from '../api.ts'
import { DecideDialog } from '../decide-dialog.tsx'
import { useFilters } from '../filters.tsx'
import { actorOf, formatMoment, label } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { PageTop } from '../page-top.tsx'
import type { PageProps } from '../pages.ts'
import { follow } from '../place.ts'
import { Table } from '../table.tsx'

const refreshEveryMs = 5_000

type Open = { to: 'off'; feature: string } | { to: 'on'; of: Switch }

export function Switches({ operator }: PageProps) {
  const switches = useQuery({
    queryKey: ['switches'],
    queryFn: () => call('GET /api/switches'),
    refetchInterval: refreshEveryMs,
  })
  // Another page names what is to be switched off, such as an alarm its game.
  const { off } = useFilters()
  const [open, setOpen] = useState<Open | null>(off ? { to: 'off', feature: off } : null)
  const [notice, setNotice] = useState<string>()
  const mayChange = includesScope(operator.scopes, 'games:do')
  const done = (isSettled: boolean) => {
    setOpen(null)
    setNotice(isSettled ? undefined : label('games.notSettled'))
    void switches.refetch()
  }
  return (
    <>
      <PageTop title={label('games.switches')} hint={label('games.switchesHint')}>
        {mayChange && (
          <Button tone="primary" onClick={() => setOpen({ to: 'off', feature: '' })}>
            {label('games.switchOff')}
          </Button>
        )}
      </PageTop>
      <p role="status">{notice}</p>
      <Loaded query={switches}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon="check" title={label('games.allOn')}>
              {label('games.allOnHint')}
            </Empty>
          ) : (
            <Table
              caption={label('games.switches')}
              columns={[
                label('games.feature'),
                label('games.where'),
                label('games.reason'),
                label('games.by'),
                label('games.since'),
                ...(mayChange ? [label('actions')] : []),
              ]}
              rows={all.map((each) => ({
                key: `${each.name} ${each.country}`,
                cells: [
                  <Feature key="feature" of={each} mayReadPayments={includesScope(operator.scopes, 'cashier:read')} />,
                  each.country ?? label('games.everywhere'),
                  each.reason,
                  actorOf(each.actor),
                  formatMoment(each.at),
                  ...(mayChange
                    ? [
                        <Button key="on" size="s" onClick={() => setOpen({ to: 'on', of: each })}>
                          {label('games.switchOn')}
                        </Button>,
                      ]
                    : []),
                ],
              }))}
            />
          )
        }
      </Loaded>
      {open && <SwitchDialog open={open} onDone={done} onClose={() => setOpen(null)} />}
    </>
  )
}

/** What is switched off; of a payment method or partner with what is still open and waits for it. */
function Feature({ of: { name, title }, mayReadPayments }: { of: Switch; mayReadPayments: boolean }) {
  const [kind, id] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)]
  if (!mayReadPayments || (kind !== 'method' && kind !== 'partner')) return title
  return (
    <>
      {title}
      <br />
      <a href={`/payments?${kind}=${encodeURIComponent(id)}&state=open`} onClick={follow}>
        {label('games.openPayments')}
      </a>
    </>
  )
}

type SwitchDialogProps = { open: Open; onDone: (isSettled: boolean) => void; onClose: () => void }

function SwitchDialog({ open, onDone, onClose }: SwitchDialogProps) {
  const [form, setForm] = useState({ feature: open.to === 'off' ? open.feature : '', countries: '' })
  const listId = useId()
  const { data: features = [] } = useQuery({
    queryKey: ['features', form.feature],
    queryFn: () => call('GET /api/features', { query: { text: form.feature } }),
    enabled: open.to === 'off',
    placeholderData: (previous) => previous,
  })
  const set = (name: keyof typeof form) => (event: React.ChangeEvent<HTMLInputElement>) =>
    setForm({ ...form, [name]: event.target.value })
  const decide = async (reason: string) => {
    // The browser's list puts in the title where the name is not needed to tell two features apart.
    const chosen = features.find(({ name, title }) => [name, title].includes(form.feature.trim()))
    const body =
      open.to === 'on'
        ? { name: open.of.name, to: open.to, countries: open.of.country ? [open.of.country] : [], reason }
        : {
            name: chosen?.name ?? form.feature.trim(),
            to: open.to,
            countries: form.countries.toUpperCase().match(/[^\s,;]+/g) ?? [],
            reason,
          }
    const { isSettled } = await call('POST /api/switches', { body })
    onDone(isSettled)
  }
  return (
    <DecideDialog
      title={open.to === 'on' ? label('games.switchOnOf', { title: open.of.title }) : label('games.switchOff')}
      hint={open.to === 'on' ? (open.of.country ?? label('games.everywhere')) : label('games.switchOffHint')}
      action={label(open.to === 'on' ? 'games.switchOn' : 'games.confirmOff')}
      isDangerous={open.to === 'off'}
      decide={decide}
      // `decide` knows what the server answered.
      onDone={() => undefined}
      onClose={onClose}
    >
      {open.to === 'off' && (
        <>
          <Field
            label={label('games.feature')}
            hint={label('games.featureHint')}
            render={(control) => (
              <Input
                {...control}
                list={listId}
                required
                autoComplete="off"
                value={form.feature}
                onChange={set('feature')}
              />
            )}
          />
          <datalist id={listId}>
            {features.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </datalist>
          <Field
            label={label('games.countries')}
            hint={label('games.countriesHint')}
            render={(control) => (
              <Input {...control} autoComplete="off" value={form.countries} onChange={set('countries')} />
            )}
          />
        </>
      )}
    </DecideDialog>
  )
}
