/** The vault of an account: put in immediately, take out after a delay, cancel a pending release. */
import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { VaultRelease } from '#contract/vault.ts'
import type { Account } from '#contract/wallet.ts'
import { api } from '../../../api/client.ts'
import { invalidate, useApi } from '../../../api/use-api.ts'
import { Button } from '../../../design/button/button.tsx'
import { Detail } from '../../../design/detail/detail.tsx'
import { Failed } from '../../../design/empty/empty.tsx'
import { Field, Select } from '../../../design/field/field.tsx'
import { Money, useMoney } from '../../../design/money/money.tsx'
import { Tabs } from '../../../design/tabs/tabs.tsx'
import { When } from '../../../design/when/when.tsx'
import { useStepUp } from '../../../features/step-up/use-step-up.ts'
import { putAccount } from '../../../features/wallet/accounts.ts'
import { useSubmit } from '../../../features/wallet/use-submit.ts'
import { FormFault } from '../../../modals/wallet/form-fault.tsx'
import { requestKey } from '../../../modals/wallet/request-key.ts'
import { useLabels } from '../../../render/labels.tsx'
import { Link } from '../../../render/router.tsx'
import { AmountEntry } from './amount-entry.tsx'
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
  // A paid release changes an account, so the vault is read again.
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
        <Detail term={t('cash')}>
          <Money amount={account.withdrawalBalance} currency={account.currency} />
        </Detail>
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
      {fault && <VaultFault name={fault} />}
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
  const isPut = direction === 'putIn'
  const max = isPut ? withdrawalBalance : vaultBalance
  const [attempt, setAttempt] = useState(0)
  /** The amount that was last put in. */
  const [done, setDone] = useState<number | null>(null)
  const { put, take, isBusy, fault, forgive } = useVault()
  if (!isPut && release) return <p className={styles.soft}>{t('oneAtATime')}</p>
  const send = async (amount: number) => {
    setDone(null)
    if (!(await (isPut ? put(account, amount) : take(account, amount)))) return
    setAttempt(attempt + 1)
    if (isPut) setDone(amount)
  }
  return (
    <>
      {max > 0 ? (
        <AmountEntry
          // The key empties the form after each success.
          key={attempt}
          min={1}
          sendLabel={(amount) => t(isPut ? 'putAmount' : 'takeAmount', { amount: money(amount, currency) })}
          onFocus={() => {
            forgive()
            setDone(null)
          }}
          onSend={send}
          {...{ t, currency, max, isBusy }}
        />
      ) : (
        done === null && <p className={styles.soft}>{t(isPut ? 'nothingToPut' : 'nothingToTake')}</p>
      )}
      {fault && <VaultFault name={fault} />}
      <p role="status">{done !== null && t('putDone', { amount: money(done, currency) })}</p>
    </>
  )
}

function VaultFault({ name }: { name: string }) {
  const t = useLabels('vault')
  return (
    <FormFault faults={[t(`fault_${name}`)]}>
      {name === 'bonusIsOpen' && <Link to="/profile/bonuses">{t('toBonuses')}</Link>}
    </FormFault>
  )
}

/** Refusals with a specific text. */
const faults = new Set(['insufficientFunds', 'bonusIsOpen', 'releaseIsOpen', 'alreadyReleased'])

function useVault() {
  const client = useQueryClient()
  const { withStepUp } = useStepUp()
  const [keyOf] = useState(requestKey)
  const { run, ...state } = useSubmit({ faults, after: () => void invalidate(client, vaultRoute) })
  return {
    ...state,
    put: ({ id, version }: Account, amount: number) =>
      run(async () => {
        const params = { id }
        // The version makes the same amount a new request once the account has changed.
        const idempotencyKey = keyOf({ id, amount, version })
        putAccount(
          client,
          await withStepUp(() =>
            api('POST /api/wallet/accounts/{id}/vault', { params, body: { amount, idempotencyKey } }),
          ),
        )
      }),
    take: ({ id }: Account, amount: number) =>
      run(() =>
        withStepUp(() => api('POST /api/wallet/accounts/{id}/vault/release', { params: { id }, body: { amount } })),
      ),
    cancel: (id: string) => run(() => api('DELETE /api/wallet/vault/releases/{id}', { params: { id } })),
  }
}
