/** The vault of one account: put in at once, take out after the wait, cancel what is on its way out. */
import { useEffect, useState, type FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { VaultRelease } from '#contract/vault.ts'
import type { Account } from '#contract/wallet.ts'
import { api, ApiError } from '../../../api/client.ts'
import { invalidate, useApi } from '../../../api/use-api.ts'
import { Button } from '../../../design/button/button.tsx'
import { Failed } from '../../../design/empty/empty.tsx'
import { Field, Select } from '../../../design/field/field.tsx'
import { Icon } from '../../../design/icon/icon.tsx'
import { displayOf } from '../../../design/money/format.ts'
import { Money, useCurrency, useMoney } from '../../../design/money/money.tsx'
import { Tabs } from '../../../design/tabs/tabs.tsx'
import { When } from '../../../design/when/when.tsx'
import { useAlert } from '../../../features/alerts/raise-alert.ts'
import { useStepUp } from '../../../features/step-up/use-step-up.ts'
import { putAccount } from '../../../features/wallet/accounts.ts'
import { isWithin, toWireAmount, wholeLimits } from '../../../features/wallet/amount.ts'
import { AmountField } from '../../../modals/wallet/amount-field.tsx'
import { requestKey } from '../../../modals/wallet/request-key.ts'
import { useAmount } from '../../../modals/wallet/use-amount.ts'
import { useLabels } from '../../../render/labels.tsx'
import { Link } from '../../../render/router.tsx'
import styles from './panel.module.css'

const vaultRoute = 'GET /api/wallet/vault'
type Direction = 'putIn' | 'takeOut'

export function VaultPanel({ accounts }: { accounts: Account[] }) {
  const t = useLabels('vault')
  const client = useQueryClient()
  const { data: vault, isError, refetch } = useApi(vaultRoute)
  const [chosen, choose] = useState<string | null>(null)
  const account = accounts.find(({ id }) => id === chosen) ?? accounts[0]
  const versions = accounts.map(({ id, version }) => `${id} ${version}`).join()
  // A release that was paid, here or in another tab, has changed an account.
  useEffect(() => {
    void invalidate(client, vaultRoute)
  }, [client, versions])
  if (!account) return null
  const release = vault?.releases.find(({ currency }) => currency === account.currency)
  return (
    <section className={styles.panel}>
      <h2>{t('title')}</h2>
      <p className={styles.lead}>{t('lead', { minutes: vault?.waitMinutes ?? 60 })}</p>
      {isError && <Failed title={t('releasesFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      <Releases releases={vault?.releases ?? []} />
      {accounts.length > 1 && (
        <Field
          label={t('account')}
          render={(control) => (
            <Select {...control} value={account.id} onChange={({ target }) => choose(target.value)}>
              {accounts.map(({ id, currency }) => (
                <option key={id} value={id}>
                  {currency}
                </option>
              ))}
            </Select>
          )}
        />
      )}
      <dl className={styles.facts}>
        <div>
          <dt>{t('cash')}</dt>
          <dd>
            <Money amount={account.withdrawalBalance} currency={account.currency} />
          </dd>
        </div>
        <div>
          <dt>{t('inVault')}</dt>
          <dd className={styles.large}>
            <Money amount={account.vaultBalance} currency={account.currency} />
          </dd>
        </div>
      </dl>
      <Move key={account.id} account={account} release={release} />
    </section>
  )
}

function Releases({ releases }: { releases: VaultRelease[] }) {
  const t = useLabels('vault')
  const { cancel, isBusy, fault } = useVault()
  if (releases.length === 0) return null
  return (
    <section className={styles.waiting}>
      <h3>{t('waiting')}</h3>
      <ul>
        {releases.map(({ id, amount, currency, releaseAt }) => (
          <li key={id}>
            <span>
              <strong>
                <Money amount={amount} currency={currency} />
              </strong>
              <span className={styles.soft}>
                {t('availableAt')} <When at={releaseAt} form="short" />
              </span>
            </span>
            <Button size="s" disabled={isBusy} onClick={() => void cancel(id)}>
              {t('cancel')}
            </Button>
          </li>
        ))}
      </ul>
      {fault && <Fault name={fault} />}
    </section>
  )
}

function Move({ account, release }: { account: Account; release: VaultRelease | undefined }) {
  const t = useLabels('vault')
  const [direction, setDirection] = useState<Direction>('putIn')
  return (
    <Tabs
      label={t('direction')}
      tabs={(['putIn', 'takeOut'] as const).map((value) => ({ value, label: t(value) }))}
      value={direction}
      onChange={setDirection}
    >
      <MoveForm key={direction} direction={direction} account={account} release={release} />
    </Tabs>
  )
}

type MoveFormProps = { direction: Direction; account: Account; release: VaultRelease | undefined }
function MoveForm({ direction, account, release }: MoveFormProps) {
  const t = useLabels('vault')
  const money = useMoney()
  const { currency, withdrawalBalance, vaultBalance } = account
  const known = useCurrency()(currency)
  const isPut = direction === 'putIn'
  const most = isPut ? withdrawalBalance : vaultBalance
  const limits = wholeLimits(known, 1, most)
  const [attempt, setAttempt] = useState(0)
  const { put, take, isBusy, fault, forgive, done } = useVault()
  if (most === 0 && !done) return <p className={styles.soft}>{t(isPut ? 'nothingToPut' : 'nothingToTake')}</p>
  if (!isPut && release) return <p className={styles.soft}>{t('oneAtATime')}</p>
  return (
    <>
      <AmountForm
        // Emptied after each success.
        key={attempt}
        {...{ currency, most, limits, isBusy, forgive }}
        perUnit={displayOf(known).perUnit}
        label={(amount) => t(isPut ? 'putAmount' : 'takeAmount', { amount: money(amount, currency) })}
        onSend={async (amount) => {
          if (await (isPut ? put(account, amount) : take(account, amount))) setAttempt(attempt + 1)
        }}
      />
      {fault && <Fault name={fault} />}
      <p role="status">{done !== null && t('putDone', { amount: money(done, currency) })}</p>
    </>
  )
}

type AmountFormProps = {
  currency: string
  most: number
  limits: { min: number; max: number }
  perUnit: number
  isBusy: boolean
  label: (amount: number) => string
  forgive: () => void
  onSend: (amount: number) => Promise<void>
}
function AmountForm({ currency, most, limits, perUnit, isBusy, label, forgive, onSend }: AmountFormProps) {
  const t = useLabels('vault')
  const money = useMoney()
  const known = useCurrency()(currency)
  const entry = useAmount(() => ({ text: '' }))
  const amount = entry.isAll ? most : toWireAmount(entry.text, known)
  const isFitting = most > 0 && (entry.isAll || isWithin(entry.text, limits))
  const short = (value: number) => money(value, currency, { isShort: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isFitting && !isBusy) void onSend(amount)
  }
  return (
    <form className={styles.actions} onSubmit={submit} noValidate>
      <AmountField
        currency={currency}
        amount={entry}
        limits={limits}
        presets={[]}
        all={{ amount: most, label: t('all', { amount: short(most) }) }}
        note={{
          text: t('minMax', { min: short(limits.min * perUnit), max: short(most) }),
          isWrong: entry.text !== '' && !isFitting,
        }}
        onFocus={forgive}
      />
      <Button type="submit" tone="primary" size="l" isWide isBusy={isBusy} disabled={!isFitting}>
        {isFitting ? label(amount) : t('enterAmount')}
      </Button>
    </form>
  )
}

function Fault({ name }: { name: string }) {
  const t = useLabels('vault')
  return (
    <p className={styles.fault} role="alert">
      <Icon name="alert" />
      <span>
        {t(`fault_${name}`)} {name === 'bonusIsOpen' && <Link to="/profile/bonuses">{t('toBonuses')}</Link>}
      </span>
    </p>
  )
}

/** Refusals with words of their own. */
const faults = new Set(['insufficientFunds', 'bonusIsOpen', 'releaseIsOpen', 'alreadyReleased'])

function useVault() {
  const client = useQueryClient()
  const alert = useAlert()
  const { withStepUp } = useStepUp()
  const [keyOf] = useState(requestKey)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  /** What was put in last. */
  const [done, setDone] = useState<number | null>(null)
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    setFault(null)
    setDone(null)
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (faults.has(error.name)) setFault(error.name)
      else if (error.name !== 'stepUpRequired') await alert('common', 'somethingWrong')
      return false
    } finally {
      setBusy(false)
      void invalidate(client, vaultRoute)
    }
  }
  return {
    isBusy,
    fault,
    done,
    forgive: () => {
      setFault(null)
      setDone(null)
    },
    put: ({ id, version }: Account, amount: number) =>
      run(async () => {
        const params = { id }
        // The same amount again, once the account has changed, is another request.
        const idempotencyKey = keyOf({ id, amount, version })
        putAccount(
          client,
          await withStepUp(() =>
            api('POST /api/wallet/accounts/{id}/vault', { params, body: { amount, idempotencyKey } }),
          ),
        )
        setDone(amount)
      }),
    take: ({ id }: Account, amount: number) =>
      run(() =>
        withStepUp(() => api('POST /api/wallet/accounts/{id}/vault/release', { params: { id }, body: { amount } })),
      ),
    cancel: (id: string) => run(() => api('DELETE /api/wallet/vault/releases/{id}', { params: { id } })),
  }
}
