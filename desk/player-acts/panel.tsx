/** What an operator does for a player. The player's page shows it; each act has a form of its own and needs a reason. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { breakEnd, isEndless } from '#contract/break-ends.ts'
import type { PlayerCard } from '#contract/desk/find.ts'
import { includesScope, type Scope } from '#contract/desk/scopes.ts'
import { type LimitKind, limitKindNames, limitKinds } from '#contract/limit-kinds.ts'
import type { DeskOperator } from '#contract/desk/session.ts'
import { Button } from '#web/design/button/button.tsx'
import { Card } from '#web/design/card/card.tsx'
import { Checkbox, Field, Input, Select } from '#web/design/field/field.tsx'
import { call, callForFile } from '../api.ts'
import styles from '../case.module.css'
import { DecideDialog } from '../decide-dialog.tsx'
import { Dialog } from '../dialog.tsx'
import { formatMoment, label, labelOf, type Label, wordOf } from '../labels.ts'
import { playerName } from '../players/player-name.ts'
import { save } from '../save-file.ts'
import { useCall } from '../use-call.ts'
import { Protection, useProtection } from './protection.tsx'

type Status = 'active' | 'limited' | 'blocked' | 'closed'
type PlayerActsProps = { playerId: string; operator: DeskOperator; onChange: () => void }

const acts = [
  { act: 'limit', scope: 'protection:do', isOf: ['active', 'limited', 'blocked'] },
  { act: 'break', scope: 'protection:do', isOf: ['active', 'limited', 'blocked'] },
  { act: 'concern', scope: 'protection:do', isOf: ['active', 'limited', 'blocked', 'closed'] },
  { act: 'limited', scope: 'players:decide', isOf: ['active', 'blocked'] },
  { act: 'blocked', scope: 'players:decide', isOf: ['active', 'limited'] },
  { act: 'active', scope: 'players:decide', isOf: ['limited', 'blocked'] },
  { act: 'signOut', scope: 'players:do', isOf: ['active', 'limited'] },
  { act: 'resetLink', scope: 'players:do', isOf: ['active', 'limited'] },
  { act: 'factors', scope: 'players:do', isOf: ['active', 'limited', 'blocked', 'closed'] },
  { act: 'answer', scope: 'players:do', isOf: ['active', 'limited', 'blocked', 'closed'] },
  { act: 'email', scope: 'players:do', isOf: ['active', 'limited', 'blocked'] },
  { act: 'phone', scope: 'players:do', isOf: ['active', 'limited', 'blocked'] },
  { act: 'export', scope: 'players:decide', isOf: ['active', 'limited', 'blocked', 'closed'] },
  { act: 'erase', scope: 'players:decide', isOf: ['closed'] },
] as const satisfies ReadonlyArray<{ act: string; scope: Scope; isOf: readonly Status[] }>
type Act = (typeof acts)[number]['act']

export function PlayerActs({ playerId, operator, onChange }: PlayerActsProps) {
  const [open, setOpen] = useState<Act | null>(null)
  /** The player's status when the act was begun: another one that is read meanwhile was not decided about. */
  const [seen, setSeen] = useState<Status>()
  const [notice, setNotice] = useState<string>()
  const queries = useQueryClient()
  const { isBusy, error, run } = useCall()
  const { data } = useProtection(playerId)
  const status = data?.status
  const offered = acts.filter(
    ({ scope, isOf }) =>
      status !== undefined && includesScope(operator.scopes, scope) && (isOf as readonly Status[]).includes(status),
  )
  const close = () => setOpen(null)
  const done = () => {
    close()
    setNotice(label('playerActs.done'))
    void queries.invalidateQueries({ queryKey: ['protection', playerId] })
    onChange()
  }
  const start = async (act: Act) => {
    setNotice(undefined)
    setSeen(status)
    if (act !== 'export') return setOpen(act)
    const bytes = await run(() => callForFile('GET /api/players/{playerId}/export', { params: { playerId } }))
    if (bytes) save({ name: `player-${playerId}.json` }, bytes)
  }
  const params = { playerId }
  const form = { onDone: done, onClose: close }
  return (
    <>
      <Protection playerId={playerId} />
      {offered.length > 0 && (
        <Card title={label('playerActs.title')}>
          <p className={styles.buttons}>
            {offered.map(({ act }) => (
              <Button key={act} size="s" isBusy={isBusy && act === 'export'} onClick={() => void start(act)}>
                {labelOf(`playerActs.${act}`)}
              </Button>
            ))}
          </p>
          <p role="status">{notice}</p>
          <p className={styles.error} role="alert">
            {error}
          </p>
        </Card>
      )}
      {open === 'limit' && <LimitForm playerId={playerId} {...form} />}
      {open === 'break' && <BreakForm playerId={playerId} {...form} />}
      {(open === 'email' || open === 'phone') && (
        <ContactForm key={open} contact={open} playerId={playerId} {...form} />
      )}
      {open === 'factors' && <FactorsForm playerId={playerId} {...form} />}
      {open === 'answer' && <AnswerForm playerId={playerId} onClose={close} />}
      {open === 'resetLink' && <ResetLinkForm playerId={playerId} {...form} />}
      {open === 'concern' && <ConcernForm playerId={playerId} {...form} />}
      {open === 'signOut' && (
        <DecideDialog
          title={label('playerActs.signOut')}
          hint={label('playerActs.signOutHint')}
          action={label('playerActs.signOut')}
          decide={(reason) => call('POST /api/players/{playerId}/sessions/end', { params, body: { reason } })}
          {...form}
        />
      )}
      {open === 'erase' && (
        <DecideDialog
          title={label('playerActs.erase')}
          hint={label('playerActs.eraseHint')}
          action={label('playerActs.erase')}
          isDangerous
          decide={(reason) => call('POST /api/players/{playerId}/erasure', { params, body: { reason } })}
          {...form}
        />
      )}
      {seen && (open === 'active' || open === 'limited' || open === 'blocked') && (
        <DecideDialog
          title={labelOf(`playerActs.${open}`)}
          hint={labelOf(`playerActs.${open}Hint`)}
          action={labelOf(`playerActs.${open}`)}
          isDangerous={open !== 'active'}
          decide={(reason) =>
            call('PUT /api/players/{playerId}/status', { params, body: { status: open, reason, seen } })
          }
          {...form}
        />
      )}
    </>
  )
}

type FormProps = { playerId: string; onDone: () => void; onClose: () => void }
type ChoiceProps = {
  title: Label
  /** Empty until something is chosen. */
  value: string
  options: Array<{ value: string; title: string }>
  onChange: (value: string) => void
}

function Choice({ title, value, options, onChange }: ChoiceProps) {
  return (
    <Field
      label={label(title)}
      render={(control) => (
        <Select {...control} required value={value} onChange={(event) => onChange(event.target.value)}>
          {value === '' && <option value="">{label('playerActs.choose')}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.title}
            </option>
          ))}
        </Select>
      )}
    />
  )
}

function LimitForm({ playerId, onDone, onClose }: FormProps) {
  const { data } = useProtection(playerId)
  const [kind, setKind] = useState<LimitKind>('deposit')
  const [period, setPeriod] = useState('daily')
  const [amount, setAmount] = useState('')
  const [currency, setCurrency] = useState('')
  const currencies = data?.currencies ?? []
  const isTime = limitKinds[kind].unit === 'minutes'
  const chosen = currency || (currencies[0] ?? '')
  const offered: readonly string[] = limitKinds[kind].periods
  const body = {
    kind,
    period: offered.includes(period) ? period : offered[0]!,
    amount: amount.trim(),
    currency: isTime ? null : chosen,
  }
  return (
    <DecideDialog
      title={label('playerActs.limit')}
      hint={label('playerActs.limitHint')}
      action={label('playerActs.limit')}
      decide={(reason) =>
        call('POST /api/players/{playerId}/limits', { params: { playerId }, body: { ...body, reason } })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <Choice
        title="playerActs.kind"
        value={kind}
        options={limitKindNames.map((value) => ({ value, title: labelOf(`playerActs.kind.${value}`) }))}
        onChange={(value) => setKind(value as LimitKind)}
      />
      <Choice
        title="playerActs.period"
        value={body.period}
        options={offered.map((value) => ({ value, title: labelOf(`playerActs.period.${value}`) }))}
        onChange={setPeriod}
      />
      <Field
        label={label(isTime ? 'playerActs.minutes' : 'playerActs.amount')}
        render={(control) => (
          <Input
            {...control}
            inputMode="decimal"
            required
            pattern="\d{1,12}(\.\d{1,9})?"
            autoComplete="off"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        )}
      />
      {!isTime && (
        <Choice
          title="playerActs.currency"
          value={chosen}
          options={currencies.map((value) => ({ value, title: value }))}
          onChange={setCurrency}
        />
      )}
    </DecideDialog>
  )
}

function BreakForm({ playerId, onDone, onClose }: FormProps) {
  const { data } = useProtection(playerId)
  const [chosen, setChosen] = useState('')
  const options = [
    ...(data?.coolingOffPeriods ?? []).map((period) => ({ kind: 'coolingOff' as const, period })),
    ...(data?.selfExclusionPeriods ?? []).map((period) => ({ kind: 'selfExclusion' as const, period })),
  ].map((each) => ({
    ...each,
    value: `${each.kind} ${each.period}`,
    title: `${labelOf(`playerActs.kind.${each.kind}`)}, ${wordOf(each.period).toLowerCase()}`,
  }))
  // Nobody can shorten it, so none is proposed.
  const option = options.find(({ value }) => value === chosen)
  const card = useQueryClient().getQueryData<PlayerCard>(['player', playerId])
  const name = card ? playerName(card) : label('playerOf', { id: playerId.slice(0, 8) })
  return (
    <DecideDialog
      title={label('playerActs.break')}
      hint={label('playerActs.breakHint', { name })}
      action={label('playerActs.break')}
      isDangerous
      decide={(reason) =>
        call('POST /api/players/{playerId}/breaks', {
          params: { playerId },
          body: { kind: option!.kind, period: option!.period, reason },
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <Choice title="playerActs.length" value={option?.value ?? ''} options={options} onChange={setChosen} />
      <p role="status">{option && endOf(option)}</p>
    </DecideDialog>
  )
}

function endOf({ kind, period }: { kind: 'coolingOff' | 'selfExclusion'; period: string }): string {
  const end = breakEnd(period, new Date())!.toISOString()
  if (isEndless(end)) return label('playerActs.exclusionForGood')
  return label(kind === 'coolingOff' ? 'playerActs.breakEnds' : 'playerActs.exclusionEnds', {
    moment: formatMoment(end),
  })
}

function ContactForm({ playerId, contact, onDone, onClose }: FormProps & { contact: 'email' | 'phone' }) {
  const [value, setValue] = useState('')
  const params = { playerId }
  return (
    <DecideDialog
      title={labelOf(`playerActs.${contact}`)}
      hint={labelOf(`playerActs.${contact}Hint`)}
      action={labelOf(`playerActs.${contact}`)}
      decide={(reason) =>
        contact === 'email'
          ? call('PUT /api/players/{playerId}/email', { params, body: { email: value, reason } })
          : call('PUT /api/players/{playerId}/phone', { params, body: { phone: value, reason } })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <Field
        label={labelOf(`playerActs.${contact}.new`)}
        render={(control) => (
          <Input
            {...control}
            required
            inputMode={contact === 'email' ? 'email' : 'tel'}
            maxLength={contact === 'email' ? 254 : 40}
            autoComplete="off"
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        )}
      />
    </DecideDialog>
  )
}

function FactorsForm({ playerId, onDone, onClose }: FormProps) {
  const [hasPasskeys, setPasskeys] = useState(false)
  return (
    <DecideDialog
      title={label('playerActs.factors')}
      hint={label('playerActs.factorsHint')}
      action={label('playerActs.factors')}
      isDangerous
      decide={(reason) =>
        call('POST /api/players/{playerId}/factors/reset', { params: { playerId }, body: { hasPasskeys, reason } })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <Checkbox checked={hasPasskeys} onChange={(event) => setPasskeys(event.target.checked)}>
        {label('playerActs.passkeys')}
      </Checkbox>
    </DecideDialog>
  )
}

/** Whoever calls is asked the question. The result opens nothing by itself. */
function AnswerForm({ playerId, onClose }: Omit<FormProps, 'onDone'>) {
  const [answer, setAnswer] = useState('')
  const [checked, setChecked] = useState<{ question: string; isRight: boolean }>()
  const { isBusy, error, run } = useCall()
  const submit = async () => {
    setChecked(undefined)
    setChecked(
      await run(() =>
        call('POST /api/players/{playerId}/security-answer/check', { params: { playerId }, body: { answer } }),
      ),
    )
  }
  return (
    <Dialog
      title={label('playerActs.answer')}
      hint={label('playerActs.answerHint')}
      action={label('playerActs.compare')}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field
        label={label('playerActs.theAnswer')}
        render={(control) => (
          <Input
            {...control}
            required
            maxLength={200}
            autoComplete="off"
            value={answer}
            onChange={(event) => {
              setAnswer(event.target.value)
              setChecked(undefined)
            }}
          />
        )}
      />
      <p role="status">
        {checked &&
          label(checked.isRight ? 'playerActs.answerRight' : 'playerActs.answerWrong', { question: checked.question })}
      </p>
    </Dialog>
  )
}

function ResetLinkForm({ playerId, onDone, onClose }: FormProps) {
  const { isBusy, error, run } = useCall()
  const submit = async () => {
    const sent = await run(() => call('POST /api/players/{playerId}/reset-link', { params: { playerId } }))
    if (sent) onDone()
  }
  return (
    <Dialog
      title={label('playerActs.resetLink')}
      hint={label('playerActs.resetLinkHint')}
      action={label('playerActs.resetLink')}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  )
}

function ConcernForm({ playerId, onDone, onClose }: FormProps) {
  // One id while the form is open, so that a concern whose answer is lost is counted once.
  const [id] = useState(() => crypto.randomUUID())
  return (
    <DecideDialog
      title={label('playerActs.concern')}
      hint={label('playerActs.concernHint')}
      action={label('playerActs.concern')}
      decide={(reason) => call('POST /api/players/{playerId}/concerns', { params: { playerId }, body: { id, reason } })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
