/** The saved addresses for a withdrawal: use, save and delete. */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { PaymentMethod, SavedAddress } from '#contract/payments.ts'
import { api, ApiError } from '../../api/client.ts'
import { invalidate, useApi } from '../../api/use-api.ts'
import { Button, IconButton } from '../../design/button/button.tsx'
import { Field, Input } from '../../design/field/field.tsx'
import { When } from '../../design/when/when.tsx'
import { networkKey, toRequestFields, walletKey } from '../../features/payments/field-rules.ts'
import { useStepUp } from '../../features/step-up/use-step-up.ts'
import { useSubmit } from '../../features/wallet/use-submit.ts'
import { useLabels } from '../../render/labels.tsx'
import styles from './address-book.module.css'
import { FormFault } from './form-fault.tsx'
import type { MethodValues } from './use-method-values.ts'

const route = 'GET /api/payment/addresses'

type AddressBookProps = {
  method: PaymentMethod
  currency: string
  country: string | null
  entered: MethodValues
}
export function AddressBook({ method, currency, country, entered }: AddressBookProps) {
  const t = useLabels('addresses')
  const { data = [] } = useApi(route, { query: { currency } })
  const book = useAddressBook()
  const saved = data.filter((address) => address.method === method.method)
  const fields = entered.missing === null ? toRequestFields(method.fields, entered.values) : null
  const isKnown = saved.some((address) => isSame(address, entered.values))
  const fill = (address: SavedAddress) => {
    for (const [key, value] of Object.entries(address.fields)) entered.set(key, value)
  }
  if (saved.length === 0 && (!fields || isKnown)) return null
  return (
    <section className={styles.book} aria-label={t('title')}>
      {saved.length > 0 && (
        <ul>
          {saved.map((address) => (
            <li key={address.id}>
              <button
                type="button"
                className={styles.use}
                aria-pressed={isSame(address, entered.values)}
                onClick={() => fill(address)}
              >
                <strong>
                  <bdi>{address.name}</bdi>
                </strong>
                <small>
                  <bdi>{shortened(address.fields[walletKey] ?? '')}</bdi>
                  {book.isNew(address) && (
                    <>
                      {' '}
                      ·&nbsp;{t('newSince')} <When at={address.trustedFrom} form="short" />
                    </>
                  )}
                </small>
              </button>
              <IconButton
                label={t('remove', { name: address.name })}
                icon="trash"
                disabled={book.isBusy}
                onClick={() => void book.remove(address.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {fields && !isKnown && (
        <SaveForm
          isBusy={book.isBusy}
          fault={book.fault}
          onSave={(name) => book.save({ name, method: method.method, currency, country: country ?? undefined, fields })}
        />
      )}
    </section>
  )
}

function SaveForm({
  isBusy,
  fault,
  onSave,
}: {
  isBusy: boolean
  fault: string | null
  onSave: (name: string) => Promise<boolean>
}) {
  const t = useLabels('addresses')
  const [name, setName] = useState<string | null>(null)
  if (name === null)
    return (
      <Button size="s" icon="plus" onClick={() => setName('')}>
        {t('save')}
      </Button>
    )
  const save = async () => {
    if (name.trim() !== '' && (await onSave(name))) setName(null)
  }
  return (
    <div className={styles.save}>
      <Field
        label={t('name')}
        render={(control) => (
          <Input
            {...control}
            value={name}
            maxLength={40}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // The field is inside the withdrawal form, which Enter must not submit.
              event.preventDefault()
              void save()
            }}
          />
        )}
      />
      {fault && <FormFault faults={[t(fault === 'validation' ? 'fault_nameInvalid' : `fault_${fault}`)]} />}
      <div className={styles.actions}>
        <Button size="s" isBusy={isBusy} disabled={name.trim() === ''} onClick={() => void save()}>
          {t('saveNow')}
        </Button>
        <Button size="s" tone="plain" onClick={() => setName(null)}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}

function isSame(address: SavedAddress, values: Record<string, string>): boolean {
  const network = values[networkKey] ?? ''
  return address.fields[walletKey] === (values[walletKey] ?? '').trim() && (address.network ?? '') === network
}

/** Shortens an address to its start and end, which people compare. */
function shortened(address: string): string {
  return address.length > 20 ? `${address.slice(0, 8)}…${address.slice(-8)}` : address
}

/** Refusals with a specific text. */
const faults = new Set(['addressExists', 'tooManyAddresses', 'fieldsInvalid', 'validation'])

type NewAddress = {
  name: string
  method: string
  currency: string
  country: string | undefined
  fields: Record<string, string>
}
function useAddressBook() {
  const client = useQueryClient()
  const { withStepUp } = useStepUp()
  const [openedAt] = useState(() => Date.now())
  const { run, ...state } = useSubmit({ faults, after: () => void invalidate(client, route) })
  return {
    ...state,
    isNew: ({ trustedFrom }: SavedAddress) => Date.parse(trustedFrom) > openedAt,
    save: (body: NewAddress) => run(() => withStepUp(() => api('POST /api/payment/addresses', { body }))),
    remove: (id: string) =>
      run(() =>
        api('DELETE /api/payment/addresses/{id}', { params: { id } }).catch((error: unknown) => {
          // The address was already deleted in another tab.
          if (!(error instanceof ApiError && error.name === 'addressNotFound')) throw error
        }),
      ),
  }
}
