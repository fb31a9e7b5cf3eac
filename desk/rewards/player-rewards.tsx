/** Rewards of a player: those that are open can be revoked, and another one granted by hand. Below: level and quests. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { GrantedReward, GrantPreview, HeldReward, listRewardsOfPlayer } from '#contract/desk/rewards.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Button } from '#web/design/button/button.tsx'
import { Card } from '#web/design/card/card.tsx'
import { Detail } from '#web/design/detail/detail.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { Checkbox, Field, Input, Select, Unit } from '#web/design/field/field.tsx'
import { call, Refused } from '../api.ts'
import styles from '../case.module.css'
import { DecideDialog } from '../decide-dialog.tsx'
import { useFilters } from '../filters.tsx'
import { formatMoment, formatMoney, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { PlayerTop } from '../player-top.tsx'
import { Table } from '../table.tsx'
import { Progress } from './progress.tsx'

export function PlayerRewards({ operator, params: { playerId = '' } }: PageProps) {
  const [revoking, setRevoking] = useState<HeldReward | null>(null)
  const [notice, setNotice] = useState('')
  const mayGrant = includesScope(operator.scopes, 'rewards:do')
  const title = label('rewards.of')
  const found = useQuery({
    queryKey: ['rewards', playerId],
    queryFn: () => call('GET /api/players/{playerId}/rewards', { params: { playerId } }),
    refetchOnWindowFocus: false,
  })
  const done = (text: string) => {
    setRevoking(null)
    setNotice(text)
    void found.refetch()
  }
  return (
    <>
      <PlayerTop title={title} playerId={playerId} />
      <p role="status">{notice}</p>
      <Loaded query={found}>
        {({ rewards, options }) => (
          <div className={mayGrant ? styles.case : undefined}>
            {rewards.length === 0 ? (
              <Empty icon="gift" title={label('rewards.none')}>
                {label('rewards.noneHint')}
              </Empty>
            ) : (
              <Table
                caption={title}
                columns={['when', 'what', 'act'].map((name) => labelOf(`rewards.${name}`))}
                rows={rewards.map((reward) => ({
                  key: reward.id,
                  cells: [
                    formatMoment(reward.at),
                    reward.what,
                    reward.isOpen && mayGrant && (
                      <Button key="revoke" size="s" onClick={() => setRevoking(reward)}>
                        {label('rewards.revoke')}
                      </Button>
                    ),
                  ],
                }))}
              />
            )}
            {mayGrant && <Grant playerId={playerId} options={options} onDone={done} />}
          </div>
        )}
      </Loaded>
      <Progress playerId={playerId} />
      {revoking && (
        <DecideDialog
          title={label('rewards.revoke')}
          hint={label('rewards.revokeHint', { what: revoking.what })}
          action={label('rewards.revoke')}
          isDangerous
          decide={(reason) =>
            call('POST /api/players/{playerId}/rewards/{rewardId}/revocation', {
              params: { playerId, rewardId: revoking.id },
              body: { reason },
            })
          }
          onDone={() => done(label('rewards.revoked'))}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  )
}

type Options = ReplyOf<typeof listRewardsOfPlayer>['options']
type GrantProps = { playerId: string; options: Options; onDone: (notice: string) => void }
const kinds = ['cash', 'offer', 'freeBet', 'points'] as const
type Kind = (typeof kinds)[number]

/** Of the time between two keys, so that the preview follows the person and not each key. */
const pauseMs = 400

function Grant({ playerId, options, onDone }: GrantProps) {
  const from = useFilters()
  // The same until the server has confirmed it: sent twice, it grants once.
  const [id, setId] = useState(() => crypto.randomUUID())
  const [form, setForm] = useState({
    kind: kinds.find((each) => each === from['kind']) ?? 'cash',
    what: from['what'] ?? '',
    currency: options.currencies[0] ?? '',
    amount: '',
    title: '',
  })
  const [isConfirmed, setConfirmed] = useState(false)
  const [isDeciding, setDeciding] = useState(false)
  const change = (part: Partial<typeof form>) => {
    setForm({ ...form, ...part })
    setConfirmed(false)
    setId(crypto.randomUUID())
  }
  const items = form.kind === 'offer' ? options.offers : options.freeBets
  const chosen = items.some((item) => item.id === form.what) ? form.what : (items[0]?.id ?? '')
  const reward = rewardOf({ ...form, what: chosen })
  const title = form.title.trim()
  const settled = useSettled(reward && title.length >= 3 ? JSON.stringify({ reward, title }) : '')
  const isCurrent = settled !== '' && reward !== null && settled === JSON.stringify({ reward, title })
  const preview = useQuery({
    queryKey: ['grant-preview', playerId, settled],
    queryFn: () =>
      call('POST /api/players/{playerId}/rewards/preview', { params: { playerId }, body: JSON.parse(settled) }),
    enabled: settled !== '',
    gcTime: 0,
    retry: false,
  })
  const shown = isCurrent ? preview.data : undefined
  const again = shown?.again ?? null
  return (
    <div className={styles.side}>
      <Card title={label('rewards.grant')}>
        <form
          className={styles.decision}
          onSubmit={(event) => {
            event.preventDefault()
            if (shown) setDeciding(true)
          }}
        >
          <Choice
            title={label('rewards.kind')}
            value={form.kind}
            options={kinds.map((value) => ({ id: value, description: labelOf(`rewards.kind.${value}`) }))}
            onChange={(kind) => change({ kind: kind as Kind, what: '' })}
          />
          {(form.kind === 'offer' || form.kind === 'freeBet') &&
            (items.length === 0 ? (
              <p>{label('rewards.noOffers')}</p>
            ) : (
              <Choice
                title={label(form.kind === 'offer' ? 'rewards.offer' : 'rewards.freeBet')}
                value={chosen}
                options={items}
                onChange={(what) => change({ what })}
              />
            ))}
          {form.kind !== 'points' && (
            <Choice
              title={label('rewards.currency')}
              value={form.currency}
              options={options.currencies.map((code) => ({ id: code, description: code }))}
              onChange={(currency) => change({ currency })}
            />
          )}
          {(form.kind === 'cash' || form.kind === 'points') && (
            <Field
              label={label(form.kind === 'cash' ? 'rewards.amount' : 'rewards.points')}
              render={(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  required
                  autoComplete="off"
                  pattern={form.kind === 'points' ? String.raw`[1-9]\d{0,7}` : String.raw`\d{1,12}(\.\d{1,9})?`}
                  {...(form.kind === 'cash' && { after: <Unit>{form.currency}</Unit> })}
                  value={form.amount}
                  onChange={(event) => change({ amount: event.target.value.trim() })}
                />
              )}
            />
          )}
          <Field
            label={label('rewards.title')}
            hint={label('rewards.titleHint')}
            render={(control) => (
              <Input
                {...control}
                required
                minLength={3}
                maxLength={200}
                value={form.title}
                onChange={(event) => change({ title: event.target.value })}
              />
            )}
          />
          <h2>{label('rewards.preview')}</h2>
          {shown ? <Preview preview={shown} /> : <p>{preview.error === null && label('rewards.previewHint')}</p>}
          {again && (
            <Checkbox checked={isConfirmed} onChange={(event) => setConfirmed(event.target.checked)}>
              {label('rewards.again', { moment: formatMoment(again.at) })}
            </Checkbox>
          )}
          <p className={styles.error} role="alert">
            {isCurrent && preview.error && faultOf(preview.error)}
          </p>
          <p className={styles.buttons}>
            <Button type="submit" tone="primary" disabled={!shown || (again !== null && !isConfirmed)}>
              {label('rewards.grant')}
            </Button>
          </p>
        </form>
      </Card>
      {isDeciding && shown && reward && (
        <DecideDialog
          title={label('rewards.grant')}
          hint={label('rewards.grantHint', { title })}
          action={label('rewards.grant')}
          decide={async (reason) => {
            const { status } = await call('POST /api/players/{playerId}/rewards', {
              params: { playerId },
              body: { id, reward, title, reason, again: again?.id ?? null },
            })
            setDeciding(false)
            change({ amount: '', title: '' })
            onDone(label(status === 'due' ? 'rewards.grantedDue' : 'rewards.granted'))
          }}
          onDone={() => setDeciding(false)}
          onClose={() => setDeciding(false)}
        />
      )}
    </div>
  )
}

const faultOf = (error: Error): string =>
  error instanceof Refused ? error.message : `${label('notReachable')}. ${label('notReachableHint')}`

type Form = { kind: Kind; what: string; currency: string; amount: string }

/** Null while the form is incomplete. */
function rewardOf({ kind, what, currency, amount }: Form): GrantedReward | null {
  if (kind === 'points') return /^[1-9]\d{0,7}$/.test(amount) ? { kind, points: Number(amount) } : null
  if (currency === '') return null
  if (kind === 'cash') return amount === '' ? null : { kind, currency, amount }
  return what === '' ? null : { kind, currency, id: what }
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

function Preview({ preview }: { preview: GrantPreview }) {
  const { worth, spins, wagering, minOdds, expiresAt, status, needsSecondPerson } = preview
  const facts: Array<[term: string, value: string | null]> = [
    ['worth', worth && formatMoney(worth)],
    [
      'spins',
      spins &&
        label('rewards.spinsOf', {
          quantity: spins.quantity,
          game: spins.gameId,
          stake: formatMoney(spins.stake),
        }),
    ],
    [
      'wagering',
      wagering &&
        (wagering.amount
          ? label('rewards.wageringOf', { times: wagering.times, amount: formatMoney(wagering.amount) })
          : label('rewards.wageringOfWins', { times: wagering.times })),
    ],
    ['maxBet', wagering?.maxBet ? formatMoney(wagering.maxBet) : null],
    ['minOdds', minOdds],
    ['expires', expiresAt && formatMoment(expiresAt)],
    ['received', label(status === 'due' ? 'rewards.due' : 'rewards.paid')],
  ]
  return (
    <>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([term, value]) => (
            <Detail key={term} term={labelOf(`rewards.${term}`)}>
              {value}
            </Detail>
          ))}
      </dl>
      {needsSecondPerson && <p>{label('rewards.needsSecond')}</p>}
    </>
  )
}

type ChoiceProps = {
  title: string
  value: string
  options: Array<{ id: string; description: string }>
  onChange: (value: string) => void
}

function Choice({ title, value, options, onChange }: ChoiceProps) {
  return (
    <Field
      label={title}
      render={(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map(({ id, description }) => (
            <option key={id} value={id}>
              {description}
            </option>
          ))}
        </Select>
      )}
    />
  )
}
