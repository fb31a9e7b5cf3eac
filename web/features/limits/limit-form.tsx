/** The form for the amount of a limit. */
import { type ReactNode, useState, type FormEvent } from 'react'
import { ApiError } from '../../api/client.ts'
import { Button } from '../../design/button/button.tsx'
import { Field, Input, Unit } from '../../design/field/field.tsx'
import { displayOf, type MoneyCurrency } from '../../design/money/format.ts'
import { useCurrency } from '../../design/money/money.tsx'
import { ModalActions, ModalBody } from '../../modals/modal-frame.tsx'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { useAlert } from '../alerts/raise-alert.ts'
import { readMoney } from '../wallet/amount.ts'

type LimitFormProps = {
  /** Null for a limit in minutes of play. */
  currency: string | null
  initial: string
  /** The kind of limit. A change of it clears the error. */
  about?: string
  submitLabel: string
  /** Tells when the limit takes effect, which may depend on the amount. */
  note: string | ((amount: number | null) => string)
  /** The reason why the form cannot be submitted. */
  blocked?: string | undefined
  onSubmit: (amount: number) => Promise<void>
  actions?: ReactNode
  children?: ReactNode
}
export function LimitForm({
  currency,
  initial,
  about,
  submitLabel,
  note,
  blocked,
  onSubmit,
  actions,
  children,
}: LimitFormProps) {
  const t = useLabels('limits')
  const locale = useLocale()
  const alert = useAlert()
  const currencyOf = useCurrency()
  const known = currency === null ? null : currencyOf(currency)
  const [text, setText] = useState(initial)
  const [fault, setFault] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  // A change of kind or currency must not mount the form again, because keyboard users would lose the focus.
  const [chosen, setChosen] = useState({ currency, about })
  if (chosen.currency !== currency || chosen.about !== about) {
    setChosen({ currency, about })
    setFault(undefined)
    if (chosen.currency !== currency) setText(initial)
  }
  const amount = toAmount(text, known, locale)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (amount === null) return setFault(t(known ? 'amountMalformed' : 'minutesMalformed'))
    if (blocked) return
    setBusy(true)
    try {
      await onSubmit(amount)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.name === 'limitExists') setFault(t('limitExists'))
      else if (error.fields.amount ?? error.fields.period) setFault((error.fields.amount ?? error.fields.period)![0])
      else await alert('common', 'somethingWrong')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <ModalBody>
        {children}
        <Field
          label={t(known ? 'amount' : 'minutesLabel')}
          error={fault}
          hint={typeof note === 'string' ? note : note(amount)}
          isRequired
          render={(control) => (
            <Input
              {...control}
              value={text}
              inputMode={known ? 'decimal' : 'numeric'}
              autoComplete="off"
              maxLength={18}
              dir="ltr"
              after={known && <Unit>{displayOf(known).code}</Unit>}
              onFocus={() => setFault(undefined)}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        />
      </ModalBody>
      <ModalActions>
        <Button
          type="submit"
          tone="primary"
          size="l"
          isWide
          isBusy={isBusy}
          disabled={blocked !== undefined || text.trim() === ''}
        >
          {submitLabel}
        </Button>
        {actions}
      </ModalActions>
    </form>
  )
}

/** Parses positive subunits within the range of a JSON number, or whole minutes. Returns null for anything else. */
function toAmount(text: string, currency: MoneyCurrency | null, locale: string): number | null {
  if (currency === null) return /^[1-9]\d{0,4}$/.test(text.trim()) ? Number(text.trim()) : null
  const amount = readMoney(text, currency, locale)
  return amount !== null && amount > 0n && amount <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(amount) : null
}
