/** Enters a tournament with a buy-in, or leaves it before its start. The value of the query key is its identity. */
import { useQueryClient } from '@tanstack/react-query'
import * as HttpStatus from '#contract/statuses.ts'
import type { Tournament } from '#contract/tournaments.ts'
import type { ModalModule, ModalProps } from '../modals.ts'
import { api } from '../api/client.ts'
import { invalidate, useApi, writeApi } from '../api/use-api.ts'
import { Button } from '../design/button/button.tsx'
import { GuardedButton } from '../design/button/guarded-button.tsx'
import { Detail } from '../design/detail/detail.tsx'
import { Empty, Failed } from '../design/empty/empty.tsx'
import { Money, useMoney } from '../design/money/money.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { When } from '../design/when/when.tsx'
import { useAccountActions, useAccounts, useActiveAccount } from '../features/wallet/accounts.ts'
import { useSubmit } from '../features/wallet/use-submit.ts'
import { useLabels } from '../render/labels.tsx'
import { Link } from '../render/router.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'
import styles from './tournament-entry.module.css'

const route = 'GET /api/retention/tournaments/{identity}'

function TournamentEntry({ value: identity }: ModalProps) {
  const t = useLabels('tournaments')
  const { data: tournament, isPending, isError, error, refetch } = useApi(route, { params: { identity } })
  const paid = tournament && withBuyIn(tournament)
  const isGone = error?.status === HttpStatus.notFound
  if (paid?.buyIn.isOpen) return paid.isJoined ? <Leave tournament={paid} /> : <Enter tournament={paid} />
  return (
    <>
      <ModalTitle>{tournament?.title ?? t('buyIn')}</ModalTitle>
      <ModalBody>
        {isPending && <Spinner label={t('buyIn')} />}
        {isError && isGone && <Empty icon="trophy" title={t('gone')} />}
        {isError && !isGone && (
          <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />
        )}
        {tournament && <Empty icon="trophy" title={t('entriesClosed')} />}
      </ModalBody>
    </>
  )
}

type Paid = Tournament & { buyIn: NonNullable<Tournament['buyIn']> }
const withBuyIn = (tournament: Tournament): Paid | null =>
  tournament.buyIn ? { ...tournament, buyIn: tournament.buyIn } : null

function useEntry({ identity }: Paid) {
  const client = useQueryClient()
  const modal = useModal()
  const params = { identity }
  const { run, ...state } = useSubmit({
    after: () => {
      void invalidate(client, 'GET /api/retention/tournaments')
      void invalidate(client, 'GET /api/wallet/accounts')
    },
  })
  const submit = async (call: () => Promise<Tournament>) => {
    const isDone = await run(async () => {
      const changed = await call()
      writeApi(client, route, { params }, () => changed)
    })
    if (isDone) modal.close('tournament-entry')
    // The shown price is outdated.
    else await invalidate(client, route)
  }
  return { ...state, submit, params, close: () => modal.close('tournament-entry') }
}

function Enter({ tournament }: { tournament: Paid }) {
  const t = useLabels('tournaments')
  const money = useMoney()
  const { title, buyIn, currency, startsAt, prizes } = tournament
  const { data: accounts } = useAccounts()
  const { isLeading, deposit } = useDeposit(currency)
  const { isBusy, fault, texts, submit, params, close } = useEntry(tournament)
  const account = accounts?.find((item) => item.currency === currency)
  const cash = account ? account.balance - account.bonusBalance : 0
  const missing = accounts ? Math.max(0, buyIn.price - cash) : 0
  const text = (amount: number) => money(amount, currency)
  const first = prizes[0]?.amount
  const parts = { price: text(buyIn.price), part: text(buyIn.price - buyIn.fee), fee: text(buyIn.fee) }
  const enter = () =>
    submit(() =>
      api('POST /api/retention/tournaments/{identity}/entry', { params, body: { price: buyIn.price, currency } }),
    )
  return (
    <>
      <ModalTitle description={t(buyIn.fee > 0 ? 'enterPays' : 'enterPaysAll', parts)}>
        {t('enterTitle', { title })}
      </ModalTitle>
      <ModalBody>
        <dl className={styles.sums}>
          <Detail term={t('buyIn')} data-is="price">
            <Money amount={buyIn.price} currency={currency} />
          </Detail>
          {first !== null && first !== undefined && (
            <Detail term={t('firstPrize')}>
              <Money amount={first} currency={currency} />
            </Detail>
          )}
          <Detail term={t('startsAt')}>
            <When at={startsAt} form="short" />
          </Detail>
          <Detail term={t('balance')}>
            <Money amount={cash} currency={currency} />
          </Detail>
          {missing === 0 && (
            <Detail term={t('balanceAfter')}>
              <Money amount={cash - buyIn.price} currency={currency} />
            </Detail>
          )}
        </dl>
        <p className={styles.terms}>{t('refundUntil')}</p>
        {missing > 0 && <p className={styles.missing}>{t('missing', { amount: text(missing), currency })}</p>}
        {fault && (
          <p className={styles.fault} role="alert">
            {texts} {fault === 'bonusIsOpen' && <Link to="/profile/bonuses">{t('toBonuses')}</Link>}
          </p>
        )}
      </ModalBody>
      <ModalActions>
        {missing > 0 ? (
          <Button tone="primary" size="l" isWide isBusy={isLeading} onClick={() => void deposit()}>
            {t('deposit')}
          </Button>
        ) : (
          <GuardedButton act="enter" tone="primary" size="l" isWide isBusy={isBusy} onClick={() => void enter()}>
            {t('confirmEnter', parts)}
          </GuardedButton>
        )}
        <Button size="l" isWide onClick={close}>
          {t('notNow')}
        </Button>
      </ModalActions>
    </>
  )
}

/** Switches to the tournament's currency before a deposit, because the wallet uses the active account. */
function useDeposit(currency: string) {
  const modal = useModal()
  const active = useActiveAccount()
  const { switchTo } = useAccountActions()
  const { isBusy, run } = useSubmit({ faults: new Set(), after: () => {} })
  const deposit = async () => {
    const isReady = active?.currency === currency || (await run(() => switchTo(currency)))
    if (isReady) modal.open('wallet', 'deposit', { instead: 'tournament-entry' })
  }
  return { isLeading: isBusy, deposit }
}

function Leave({ tournament }: { tournament: Paid }) {
  const t = useLabels('tournaments')
  const money = useMoney()
  const { isBusy, texts, submit, params, close } = useEntry(tournament)
  const price = money(tournament.buyIn.price, tournament.currency)
  const leave = () => submit(() => api('DELETE /api/retention/tournaments/{identity}/entry', { params }))
  return (
    <>
      <ModalTitle description={t('leaveText', { price })}>{t('leaveTitle', { title: tournament.title })}</ModalTitle>
      <ModalBody>
        {texts && (
          <p className={styles.fault} role="alert">
            {texts}
          </p>
        )}
      </ModalBody>
      <ModalActions>
        <GuardedButton act="leave" tone="primary" size="l" isWide isBusy={isBusy} onClick={() => void leave()}>
          {t('confirmLeave', { price })}
        </GuardedButton>
        <Button size="l" isWide onClick={close}>
          {t('stay')}
        </Button>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: TournamentEntry, labels: ['tournaments'] }
