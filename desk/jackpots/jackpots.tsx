/** Jackpots: their terms and pots; opened and closed with a second person. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskJackpot } from '#contract/desk/jackpots.ts'
import { previewOf, suggestedFor, type TypedTerms } from '#contract/desk/jackpot-amounts.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { jackpotLevels } from '#contract/jackpot-odds.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Button } from '#web/design/button/button.tsx'
import { Card } from '#web/design/card/card.tsx'
import { Detail } from '#web/design/detail/detail.tsx'
import { Field, Input } from '#web/design/field/field.tsx'
import { call } from '../api.ts'
import caseStyles from '../case.module.css'
import { DecideDialog } from '../decide-dialog.tsx'
import { formatNumber, formatMoney, label } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { PageTop } from '../page-top.tsx'
import type { PageProps } from '../pages.ts'
import styles from './jackpots.module.css'

type Open = { act: 'open' } | { act: 'close'; id: string }

export function Jackpots({ operator }: PageProps) {
  const jackpots = useQuery({
    queryKey: ['jackpots'],
    queryFn: () => call('GET /api/jackpots'),
    refetchInterval: 5_000,
  })
  const [open, setOpen] = useState<Open | null>(null)
  const mayDecide = includesScope(operator.scopes, 'games:decide')
  const done = () => {
    setOpen(null)
    void jackpots.refetch()
  }
  return (
    <>
      <PageTop title={label('jackpots.title')} hint={label('jackpots.hint')}>
        {mayDecide && (
          <Button tone="primary" icon="plus" onClick={() => setOpen({ act: 'open' })}>
            {label('jackpots.open')}
          </Button>
        )}
      </PageTop>
      <Loaded query={jackpots}>
        {(all) =>
          all.length === 0 ? (
            <p>{label('jackpots.none')}</p>
          ) : (
            <div className={styles.cards}>
              {all.map((jackpot) => (
                <div key={jackpot.id} data-row="" tabIndex={-1}>
                  <Jackpot
                    jackpot={jackpot}
                    onClose={mayDecide && !jackpot.closedAt ? () => setOpen({ act: 'close', id: jackpot.id }) : null}
                  />
                </div>
              ))}
            </div>
          )
        }
      </Loaded>
      {open?.act === 'close' && (
        <DecideDialog
          title={label('jackpots.closeTitle', { id: open.id })}
          hint={label('jackpots.closeHint')}
          action={label('jackpots.close')}
          isDangerous
          decide={(reason) =>
            call('POST /api/jackpots/{jackpotId}/close', { params: { jackpotId: open.id }, body: { reason } })
          }
          onDone={done}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.act === 'open' && <OpenDialog onDone={done} onClose={() => setOpen(null)} />}
    </>
  )
}

function Jackpot({ jackpot, onClose }: { jackpot: DeskJackpot; onClose: (() => void) | null }) {
  const { id, closedAt, sideStake, levels, draws, open, reserve, unpaid } = jackpot
  return (
    <Card
      title={id}
      aside={
        <Badge tone={closedAt ? 'neutral' : 'success'}>
          {label(closedAt ? 'jackpots.isClosed' : 'jackpots.isOpen')}
        </Badge>
      }
    >
      <dl className={caseStyles.facts}>
        {levels.map(({ level, pot, cap }) => (
          <Detail key={level} term={label(`jackpots.${level}`)}>
            {label('jackpots.potOf', { pot: formatMoney(pot), cap: formatMoney(cap) })}
          </Detail>
        ))}
        <Detail term={label('jackpots.sideStake')}>{formatMoney(sideStake)}</Detail>
        <Detail term={label('jackpots.draws')}>{formatNumber(draws)}</Detail>
        <Detail term={label('jackpots.undrawn')}>{formatMoney(open)}</Detail>
        <Detail term={label('jackpots.reserve')}>{formatMoney(reserve)}</Detail>
        <Detail term={label('jackpots.unpaid')}>{formatMoney(unpaid)}</Detail>
      </dl>
      {onClose && (
        <p>
          <Button size="s" onClick={onClose}>
            {label('jackpots.close')}
          </Button>
        </p>
      )}
    </Card>
  )
}

const parts = ['contribution', 'seed', 'cap'] as const

function OpenDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [currency, setCurrency] = useState('EUR')
  const [typed, setTyped] = useState(() => suggestedFor('0.10')!)
  const { sideStake, levels } = typed
  const suggestion = suggestedFor(sideStake)
  return (
    <DecideDialog
      title={label('jackpots.open')}
      hint={label('jackpots.openHint')}
      action={label('jackpots.open')}
      isRepeatedByHand
      decide={(reason) => call('POST /api/jackpots', { body: { currency, sideStake, levels, reason } })}
      onDone={onDone}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <Text name={label('jackpots.currency')} value={currency} onChange={setCurrency} />
        <Text
          name={label('jackpots.sideStake')}
          value={sideStake}
          onChange={(value) => setTyped({ ...typed, sideStake: value })}
        />
      </div>
      <Button disabled={!suggestion} onClick={() => suggestion && setTyped(suggestion)}>
        {label('jackpots.suggest')}
      </Button>
      <div className={styles.levels}>
        {jackpotLevels.map((level) =>
          parts.map((part) => (
            <Text
              key={`${level} ${part}`}
              name={label(`jackpots.${part}`, { level: label(`jackpots.${level}`) })}
              value={levels[level][part]}
              onChange={(value) =>
                setTyped({ ...typed, levels: { ...levels, [level]: { ...levels[level], [part]: value } } })
              }
            />
          )),
        )}
      </div>
      <Preview typed={typed} currency={currency} />
    </DecideDialog>
  )
}

function Preview({ typed, currency }: { typed: TypedTerms; currency: string }) {
  const preview = previewOf(typed)
  if ('fault' in preview)
    return (
      <p role="status" className={styles.preview}>
        {label(`jackpots.fault_${preview.fault}`)}
      </p>
    )
  const { seeds, percent, kept, levels } = preview
  const money = (amount: string) => formatMoney({ amount, currency })
  return (
    <div role="status" className={styles.preview}>
      <p>{label('jackpots.previewCost', { seeds: money(seeds) })}</p>
      <ul>
        {levels.map(({ level, average, most, seed }) => (
          <li key={level}>
            {label('jackpots.previewLevel', {
              level: label(`jackpots.${level}`),
              average: formatNumber(average),
              most: formatNumber(most),
              seed: money(seed),
            })}
          </li>
        ))}
      </ul>
      <p>{label('jackpots.previewReturn', { percent: String(percent), kept: money(kept) })}</p>
    </div>
  )
}

function Text({ name, value, onChange }: { name: string; value: string; onChange: (value: string) => void }) {
  return (
    <Field
      label={name}
      isRequired
      render={(control) => (
        <Input {...control} value={value} required onChange={(event) => onChange(event.target.value)} />
      )}
    />
  )
}
