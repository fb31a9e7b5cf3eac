/** A payment with all that a decision about it depends on, and the decision. Afterwards the next one is shown. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentCase } from '#contract/desk/payments.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Button } from '#web/design/button/button.tsx'
import { Card } from '#web/design/card/card.tsx'
import { Detail } from '#web/design/detail/detail.tsx'
import { call } from '../api.ts'
import styles from '../case.module.css'
import { DecideDialog } from '../decide-dialog.tsx'
import { formatMoment, formatMoney, label, labelOf, lineOf, titleOf, wordOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { follow, go } from '../place.ts'
import { usePlaceInQueue } from '../queue/use-place-in-queue.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import own from './case.module.css'
import { FlagDecision } from './flag-decision.tsx'
import { Hold } from './hold.tsx'
import { amountOf, PaymentState, reasonsOf } from './payment-table.tsx'
import { WithdrawalDecision } from './withdrawal-decision.tsx'

const queues = {
  withdrawals: { path: '/withdrawals', claim: 'withdrawal' },
  flags: { path: '/flagged', claim: 'flag' },
} as const

export const WithdrawalPage = (props: PageProps) => (
  <QueuedCase key={props.params['number']} name="withdrawals" {...props} />
)
export const FlaggedPage = (props: PageProps) => <QueuedCase key={props.params['number']} name="flags" {...props} />

/** The permanent address of a payment, whether it waits or not. */
export function PaymentPage(props: PageProps) {
  const payment = useCase(props.params['number']!)
  const back = () => go('/payments')
  useShortcuts({ u: back })
  return (
    <>
      <div className={styles.top}>
        <h1>{label('payments.one')}</h1>
        <Button size="s" icon="arrow-left" onClick={back}>
          {label('payments')}
        </Button>
      </div>
      <Loaded query={payment}>
        {(shown) => <Case shown={shown} {...props} onDecided={() => void payment.refetch()} />}
      </Loaded>
    </>
  )
}

function useCase(number: string) {
  return useQuery({
    queryKey: ['payment', number],
    queryFn: () => call('GET /api/payments/{number}', { params: { number } }),
    // Each reading is an act on the player, and what is open must not change under the hand: a decision compares versions.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

function QueuedCase({ name, ...props }: PageProps & { name: keyof typeof queues }) {
  const number = props.params['number']!
  const { path, claim: kind } = queues[name]
  const payment = useCase(number)
  const queries = useQueryClient()
  const { place, claim, next, back } = usePlaceInQueue(name, kind, number, path)
  const last = useQuery<string | null>({ queryKey: ['decided', name], queryFn: () => null, staleTime: Infinity })
  const decided = () => {
    queries.setQueryData(['decided', name], number)
    next()
    void queries.invalidateQueries({ queryKey: ['queue', name] })
  }
  return (
    <>
      <div className={styles.top}>
        <h1>{label('payments.one')}</h1>
        <span>{place && label('queue.place', place)}</span>
        <Button size="s" icon="arrow-left" onClick={back}>
          {label('queue.back')}
        </Button>
        <Button size="s" icon="arrow-right" onClick={next}>
          {label('queue.next')}
        </Button>
      </div>
      <p role="status" className={own.notice}>
        {last.data && last.data !== number && label('payments.done', { number: last.data })}
        {claim && !claim.isOwn && ` ${label('queue.claimed', { name: claim.operator })}`}
      </p>
      <Loaded query={payment}>
        {(shown) => <Case shown={shown} {...props} onDecided={decided} onChanged={() => void payment.refetch()} />}
      </Loaded>
    </>
  )
}

type CaseProps = PageProps & { shown: PaymentCase; onDecided: () => void; onChanged?: () => void }

function Case({ shown, operator, onDecided, onChanged = onDecided }: CaseProps) {
  const mayDecide = includesScope(operator.scopes, 'cashier:decide')
  const Decision = shown.payment.flag ? FlagDecision : shown.review ? WithdrawalDecision : null
  return (
    <div className={Decision ? styles.case : undefined}>
      <div className={own.cards}>
        <Facts shown={shown} />
        <Hold shown={shown} />
        <Player shown={shown} />
        <Money shown={shown} />
        <Play shown={shown} />
        <Others shown={shown} />
        <Concerns shown={shown} />
        <Movements shown={shown} />
        <History shown={shown} />
        {shown.payment.type === 'withdrawal' &&
          shown.payment.state === 'open' &&
          includesScope(operator.scopes, 'cashier:do') && (
            <RaiseFlag number={shown.payment.number} onChanged={onChanged} />
          )}
      </div>
      {Decision && (
        <div className={own.decision}>
          <Decision shown={shown} mayDecide={mayDecide} onDecided={onDecided} onChanged={onChanged} />
        </div>
      )}
    </div>
  )
}

function RaiseFlag({ number, onChanged }: { number: string; onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const end = () => {
    setOpen(false)
    onChanged()
  }
  return (
    <p>
      <Button icon="flag" onClick={() => setOpen(true)}>
        {label('payments.raiseFlag')}
      </Button>
      {isOpen && (
        <DecideDialog
          title={label('payments.raiseFlag')}
          hint={label('payments.raiseFlagHint')}
          action={label('payments.raiseFlag')}
          isRepeatedByHand
          decide={(reason) => call('POST /api/withdrawals/{number}/flag', { params: { number }, body: { reason } })}
          onDone={end}
          onClose={end}
        />
      )}
    </p>
  )
}

type Part = { shown: PaymentCase }

function waitOf({ partner }: PaymentCase['payment'], wait: NonNullable<PaymentCase['waitsFor']>): string {
  const isTried = wait.attempts > 0 && wait.nextAt !== null && (wait.what === 'sending' || wait.what === 'result')
  return labelOf(`payments.waitsFor.${wait.what}${isTried ? '.tried' : ''}`, {
    partner,
    attempts: String(wait.attempts),
    moment: wait.nextAt === null ? '' : formatMoment(wait.nextAt),
  })
}

function Facts({ shown: { payment, waitsFor, externalId, network, fields, destination } }: Part) {
  return (
    <Card title={payment.number} aside={<PaymentState state={payment.state} />}>
      <dl className={styles.facts}>
        <Detail term={label('payments.type')}>{labelOf(`payments.type.${payment.type}`)}</Detail>
        <Detail term={label('payments.amount')}>
          <strong>{amountOf(payment)}</strong>
        </Detail>
        {waitsFor && (
          <Detail term={label('payments.waitsFor')}>
            <strong>{waitOf(payment, waitsFor)}</strong>
          </Detail>
        )}
        {payment.reasons.length > 0 && <Detail term={label('payments.reasons')}>{reasonsOf(payment)}</Detail>}
        {payment.flag && (
          <Detail term={label('payments.flag')}>
            {payment.flag.flag}
            {payment.flag.reported && ` · ${label('payments.reported')} ${formatMoney(payment.flag.reported)}`}
          </Detail>
        )}
        <Detail term={label('payments.method')}>{`${payment.method} (${payment.partner})`}</Detail>
        {network && <Detail term={label('payments.network')}>{network}</Detail>}
        {Object.entries(fields).map(([name, value]) => (
          <Detail key={name} term={titleOf(name)}>
            {value}
          </Detail>
        ))}
        {destination && (
          <Detail term={label('payments.destination')}>
            {destination.paidBefore > 0
              ? label('payments.paidBefore', { count: destination.paidBefore })
              : label('payments.firstTime')}
          </Detail>
        )}
        {destination && destination.others.length > 0 && (
          <Detail term={label('payments.sharedBy')}>
            <span className={own.list}>
              {destination.others.map((id) => (
                <a key={id} href={`/players/${id}`} onClick={follow}>
                  {id.slice(0, 8)}
                </a>
              ))}
            </span>
          </Detail>
        )}
        <Detail term={label('payments.created')}>{formatMoment(payment.createdAt)}</Detail>
        {payment.endedAt && <Detail term={label('payments.ended')}>{formatMoment(payment.endedAt)}</Detail>}
        {externalId && <Detail term={label('payments.externalId')}>{externalId}</Detail>}
      </dl>
    </Card>
  )
}

function Player({ shown: { player } }: Part) {
  return (
    <Card
      title={label('payments.playerFacts')}
      aside={
        <a href={`/payments?player=${player.id}`} onClick={follow}>
          {label('payments.toPlayer')}
        </a>
      }
    >
      <dl className={styles.facts}>
        <Detail term={label('player')}>
          <a href={`/players/${player.id}`} onClick={follow}>
            {player.id.slice(0, 8)}
          </a>
        </Detail>
        <Detail term={label('payments.name')}>{player.name ?? label('payments.notStated')}</Detail>
        <Detail term={label('payments.account')}>{labelOf(`payments.account.${player.status}`)}</Detail>
        <Detail term={label('payments.verified')}>
          {player.identityVerifiedAt ? formatMoment(player.identityVerifiedAt) : label('payments.notVerified')}
        </Detail>
        <Detail term={label('payments.registered')}>{formatMoment(player.createdAt)}</Detail>
        <Detail term={label('payments.country')}>{player.country}</Detail>
        <Detail term={label('payments.email')}>{player.email ?? label('payments.notStated')}</Detail>
        <Detail term={label('payments.phone')}>
          {player.phone ? `+${player.phone}` : label('payments.notStated')}
        </Detail>
      </dl>
    </Card>
  )
}

function Money({ shown: { player, totals, wallets, methods } }: Part) {
  return (
    <Card
      title={label('payments.money')}
      aside={
        <a href={`/players/${player.id}/adjustments`} onClick={follow}>
          {label('payments.toAdjust')}
        </a>
      }
    >
      <dl className={styles.facts}>
        {totals.flatMap(({ currency, deposited, withdrawn }) => [
          <Detail key={`${currency} in`} term={label('payments.deposited')}>
            {formatMoney(deposited)}
          </Detail>,
          <Detail key={`${currency} out`} term={label('payments.withdrawn')}>
            {formatMoney(withdrawn)}
          </Detail>,
        ])}
        {wallets.flatMap(({ currency, ...parts }) =>
          (['cash', 'locked', 'bonus', 'vault'] as const)
            .filter((part) => part === 'cash' || /[1-9]/.test(parts[part].amount))
            .map((part) => (
              <Detail key={`${currency} ${part}`} term={label(`payments.${part}`)}>
                {formatMoney(parts[part])}
              </Detail>
            )),
        )}
      </dl>
      <ul className={styles.list}>
        {methods.length === 0 && <li>{label('payments.noDeposits')}</li>}
        {methods.map(({ method, partner, deposits, amount }) => (
          <li key={`${method} ${partner} ${amount.currency}`}>
            {label('payments.byMethod', { count: deposits, method, partner })}: {formatMoney(amount)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Play({ shown: { play } }: Part) {
  return (
    <Card title={label(play.since ? 'payments.play' : 'payments.playEver')}>
      {play.since && <p className={own.soft}>{label('payments.playSince', { moment: formatMoment(play.since) })}</p>}
      {play.totals.length === 0 ? (
        <p className={own.soft}>{label('payments.noPlay')}</p>
      ) : (
        <dl className={styles.facts}>
          {play.totals.flatMap(({ currency, ...figures }) =>
            (['staked', 'stakedFromBonus', 'won', 'net'] as const).map((figure) => (
              <Detail key={`${currency} ${figure}`} term={label(`payments.${figure}`)}>
                {formatMoney(figures[figure])}
              </Detail>
            )),
          )}
        </dl>
      )}
    </Card>
  )
}

function Others({ shown: { others } }: Part) {
  return (
    <Card title={label('payments.others')}>
      <ul className={styles.list}>
        {others.length === 0 && <li>{label('payments.noOthers')}</li>}
        {others.map((other) => (
          <li key={other.number}>
            <a href={`/payments/${other.number}`} onClick={follow}>
              {other.number}
            </a>
            <span>{labelOf(`payments.type.${other.type}`)}</span>
            <span>{amountOf(other)}</span>
            <PaymentState state={other.state} />
            <span className={own.soft}>{formatMoment(other.createdAt)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Concerns({ shown: { concerns } }: Part) {
  return (
    <Card title={label('payments.concerns')}>
      <ul className={styles.list}>
        {concerns.length === 0 && <li>{label('payments.noConcerns')}</li>}
        {concerns.map(({ kind, detail, state, path, at }) => (
          <li key={`${kind} ${lineOf(detail)} ${at}`}>
            <strong>{labelOf(`payments.concern.${kind}`)}</strong>
            <a href={path} onClick={follow}>
              {lineOf(detail)}
            </a>
            <span>{labelOf(`payments.concernState.${state}`)}</span>
            <span className={own.soft}>{formatMoment(at)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Movements({ shown: { movements } }: Part) {
  return (
    <Card title={label('payments.movements')}>
      <ul className={styles.list}>
        {movements.length === 0 && <li>{label('payments.noMovements')}</li>}
        {movements.map(({ kind, from, to, amount }, index) => (
          <li key={index}>
            <strong>{formatMoney(amount)}</strong>
            <span>{labelOf(`players.what.${kind}`)}</span>
            <code className={own.soft}>{`${shortAddress(from)} → ${shortAddress(to)}`}</code>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The player is that of the payment. */
const shortAddress = (address: string): string => address.replace(/^player:[^:]+:/, 'player:')

function History({ shown: { history, flags } }: Part) {
  return (
    <Card title={label('payments.history')}>
      <ul className={styles.list}>
        {history.map(({ at, stage, note }) => (
          <li key={`${at} ${stage} ${note}`}>
            <span className={own.soft}>{formatMoment(at)}</span>
            <strong>{wordOf(stage)}</strong>
            {note && <span>{note}</span>}
          </li>
        ))}
        {flags.flatMap(({ flag, raisedAt, settledAt, settledBy, decision, reason }) =>
          settledAt === null
            ? []
            : [
                <li key={raisedAt}>
                  <strong>{flag}</strong>
                  <span>
                    {label('payments.settled', {
                      by: settledBy ?? label('payments.somebody'),
                      moment: formatMoment(settledAt),
                      decision: decision ?? '',
                      reason: reason ?? '',
                    })}
                  </span>
                </li>,
              ],
        )}
      </ul>
    </Card>
  )
}
