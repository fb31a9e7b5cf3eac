/** A swap between the player's currencies: amount, binding quote with countdown, and result. */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { exchangeRatio } from '#contract/exchange.ts'
import type { Currency } from '#contract/settings.ts'
import type { SwapQuote, SwapTerms } from '#contract/swaps.ts'
import type { Account } from '#contract/wallet.ts'
import { api } from '../../../api/client.ts'
import { invalidate, useApi } from '../../../api/use-api.ts'
import { Button, ButtonLink } from '../../../design/button/button.tsx'
import { GuardedButton } from '../../../design/button/guarded-button.tsx'
import { Field, Select } from '../../../design/field/field.tsx'
import { Icon } from '../../../design/icon/icon.tsx'
import { displayOf, type MoneyCurrency } from '../../../design/money/format.ts'
import { Money, useCurrency, useMoney } from '../../../design/money/money.tsx'
import { useCountdown } from '../../../features/otp/use-countdown.ts'
import { useStepUp } from '../../../features/step-up/use-step-up.ts'
import { putAccount } from '../../../features/wallet/accounts.ts'
import { useSubmit } from '../../../features/wallet/use-submit.ts'
import { FormFault } from '../../../modals/wallet/form-fault.tsx'
import { numberFormat } from '../../../render/formats.ts'
import { useLabels, useLocale } from '../../../render/labels.tsx'
import { Link } from '../../../render/router.tsx'
import { entriesPath } from '../history/tabs.ts'
import { AmountEntry } from './amount-entry.tsx'
import styles from './panel.module.css'

export function SwapPanel({ accounts }: { accounts: Account[] }) {
  const t = useLabels('swap')
  const { data: currencies = [] } = useApi('GET /api/settings/currencies')
  const enabled = currencies.filter(({ isEnabled }) => isEnabled)
  const richest = accounts.find(({ withdrawalBalance }) => withdrawalBalance > 0) ?? accounts[0]
  const [chosen, choose] = useState<{ from: string; to: string } | null>(null)
  const from = chosen?.from ?? richest?.currency ?? enabled[0]?.code ?? ''
  const to = chosen?.to ?? enabled.find(({ code }) => code !== from)?.code ?? ''
  const [quote, setQuote] = useState<SwapQuote | null>(null)
  const { ask, confirm, fault, forgive, isBusy } = useSwap(setQuote)
  const { data: terms, isError } = useApi(
    'GET /api/wallet/swaps/terms',
    { query: { from, to } },
    { enabled: from !== '' && to !== '' && from !== to },
  )
  const change = (next: { from: string; to: string }) => {
    forgive()
    choose(next)
  }
  const available = accounts.find(({ currency }) => currency === from)?.withdrawalBalance ?? 0
  if (quote?.confirmedAt) return <Done quote={quote} onAgain={() => setQuote(null)} />
  if (quote)
    return (
      <Quote
        key={quote.id}
        quote={quote}
        fault={fault}
        isBusy={isBusy}
        onConfirm={() => void confirm(quote)}
        onRenew={() => void ask({ from: quote.from, to: quote.to, amount: quote.amount })}
        onBack={() => {
          forgive()
          setQuote(null)
        }}
      />
    )
  return (
    <section className={styles.panel}>
      <h2>{t('title')}</h2>
      <p className={styles.lead}>{t('lead')}</p>
      <PairChoice from={from} to={to} currencies={enabled} onChange={change} />
      {isError || !terms ? (
        isError && <SwapFault name="swapsUnavailable" />
      ) : (
        <SwapForm
          key={from}
          {...{ from, to, available, terms, fault, isBusy, forgive }}
          onAsk={(amount) => ask({ from, to, amount })}
        />
      )}
    </section>
  )
}

type Pair = { from: string; to: string }

function PairChoice({
  from,
  to,
  currencies,
  onChange,
}: Pair & { currencies: Currency[]; onChange: (pair: Pair) => void }) {
  const t = useLabels('swap')
  const select = (end: 'from' | 'to') => (
    <Field
      label={t(end)}
      render={(control) => (
        <Select
          {...control}
          value={end === 'from' ? from : to}
          onChange={({ target: { value } }) => {
            const [one, other] = end === 'from' ? [value, to] : [from, value]
            onChange(one === other ? { from: to, to: from } : { from: one, to: other })
          }}
        >
          {currencies.map(({ code }) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </Select>
      )}
    />
  )
  return (
    <div className={styles.pair}>
      {select('from')}
      <button
        type="button"
        className={styles.turn}
        aria-label={t('turnAround')}
        onClick={() => onChange({ from: to, to: from })}
      >
        <Icon name="refresh" />
      </button>
      {select('to')}
    </div>
  )
}

type SwapFormProps = Pair & {
  available: number
  terms: SwapTerms
  fault: string | null
  isBusy: boolean
  forgive: () => void
  onAsk: (amount: number) => Promise<unknown>
}
/** What an amount becomes at a rate, in subunits, rounded down as in the quote. */
export function swapped(amount: number, from: MoneyCurrency, to: MoneyCurrency, rate: string): bigint {
  const [whole = '0', fraction = ''] = rate.split('.')
  const scaled = BigInt(whole + fraction) * BigInt(amount) * BigInt(to.subunitToUnit)
  return scaled / (BigInt(from.subunitToUnit) * 10n ** BigInt(fraction.length))
}

function SwapForm({ from, to, available, terms, fault, isBusy, forgive, onAsk }: SwapFormProps) {
  const t = useLabels('swap')
  const money = useMoney()
  const find = useCurrency()
  const max = Math.min(available, terms.max)
  const obstacle = () => {
    if (terms.max < terms.min) return t('limitReached')
    return max < terms.min ? t('tooPoor', { amount: money(terms.min, from) }) : null
  }
  return (
    <AmountEntry
      currency={from}
      min={terms.min}
      max={max}
      obstacle={obstacle()}
      sendLabel={() => t('getQuote')}
      onFocus={forgive}
      onSend={onAsk}
      {...{ t, isBusy }}
    >
      {(amount) => (
        <>
          <dl className={styles.facts}>
            <div>
              <dt>{t('youReceive')}</dt>
              <dd className={styles.large}>
                {amount > 0 ? (
                  <Money amount={swapped(amount, find(from), find(to), terms.rate)} currency={to} precision="full" />
                ) : (
                  '–'
                )}
              </dd>
            </div>
            <Rate from={from} to={to} rate={terms.rate} spreadPercent={terms.spreadPercent} />
          </dl>
          {fault && <SwapFault name={fault} />}
        </>
      )}
    </AmountEntry>
  )
}

function Rate({ from, to, rate, spreadPercent }: Pair & Pick<SwapTerms, 'rate' | 'spreadPercent'>) {
  const t = useLabels('swap')
  const locale = useLocale()
  const number = (value: number, digits: number) =>
    numberFormat(locale, { maximumSignificantDigits: digits }).format(value)
  // In the units in which the amounts are shown: BTC is shown in thousandths.
  const find = useCurrency()
  const [one, other] = [find(from), find(to)]
  const { numerator, denominator } = exchangeRatio(
    { rate: 1, subunitToUnit: one.subunitToUnit },
    { rate: Number(rate), subunitToUnit: other.subunitToUnit },
  )
  const shown = (Number(numerator) * displayOf(one).perUnit) / (Number(denominator) * displayOf(other).perUnit)
  return (
    <div>
      <dt>{t('rateLabel')}</dt>
      <dd>
        <bdi>{t('rate', { from: displayOf(one).code, to: displayOf(other).code, rate: number(shown, 8) })}</bdi>
      </dd>
      <dd className={styles.soft}>
        {spreadPercent > 0 ? t('spread', { percent: number(spreadPercent, 4) }) : t('noSpread')}
      </dd>
    </div>
  )
}

type QuoteProps = {
  quote: SwapQuote
  fault: string | null
  isBusy: boolean
  onConfirm: () => void
  onRenew: () => void
  onBack: () => void
}
function Quote({ quote, fault, isBusy, onConfirm, onRenew, onBack }: QuoteProps) {
  const t = useLabels('swap')
  const money = useMoney()
  const { secondsLeft } = useCountdown(Math.ceil(quote.validForMs / 1000))
  const isOver = secondsLeft === 0 || (fault !== null && overFaults.has(fault))
  return (
    <section className={styles.panel}>
      <h2>{t('quoteTitle')}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>{t('youPay')}</dt>
          <dd className={styles.large}>
            <Money amount={quote.amount} currency={quote.from} precision="full" />
          </dd>
        </div>
        <div>
          <dt>{t('youReceive')}</dt>
          <dd className={styles.large}>
            <Money amount={quote.receives} currency={quote.to} precision="full" />
          </dd>
        </div>
        <Rate {...quote} />
      </dl>
      <p className={styles.soft}>{t('rounding', { currency: quote.to })}</p>
      {fault && !isOver && <SwapFault name={fault} />}
      <p role="status">
        {fault === 'rateChanged'
          ? t('fault_rateChanged')
          : isOver
            ? t('expired')
            : t('validFor', { seconds: secondsLeft })}
      </p>
      <div className={styles.actions}>
        {isOver ? (
          <GuardedButton act="renew" tone="primary" size="l" isWide isBusy={isBusy} onClick={onRenew}>
            {t('newQuote')}
          </GuardedButton>
        ) : (
          <GuardedButton act={quote.id} tone="primary" size="l" isWide isBusy={isBusy} onClick={onConfirm}>
            {t('confirm', { amount: money(quote.amount, quote.from) })}
          </GuardedButton>
        )}
        <Button tone="plain" isWide disabled={isBusy} onClick={onBack}>
          {t('back')}
        </Button>
      </div>
    </section>
  )
}

function Done({ quote, onAgain }: { quote: SwapQuote; onAgain: () => void }) {
  const t = useLabels('swap')
  const money = useMoney()
  return (
    <section className={styles.panel} role="status">
      <div className={styles.done}>
        <Icon name="check-circle" size={40} />
        <h2>{t('doneTitle')}</h2>
        <p>
          {t('doneText', {
            paid: money(quote.amount, quote.from, { precision: 'full' }),
            received: money(quote.receives, quote.to, { precision: 'full' }),
          })}
        </p>
      </div>
      <div className={styles.actions}>
        <Button tone="primary" size="l" isWide onClick={onAgain}>
          {t('again')}
        </Button>
        <ButtonLink to={entriesPath(quote.id)} tone="plain">
          {t('toLedger')}
        </ButtonLink>
      </div>
    </section>
  )
}

function SwapFault({ name }: { name: string }) {
  const t = useLabels('swap')
  return (
    <FormFault faults={[t(`fault_${name}`)]}>
      {name === 'bonusIsOpen' && <Link to="/profile/bonuses">{t('toBonuses')}</Link>}
    </FormFault>
  )
}

/** Refusals after which a new quote is necessary. */
const overFaults = new Set(['quoteExpired', 'quoteNotFound', 'rateChanged'])

/** Refusals with a specific text. */
const faults = new Set([
  'insufficientFunds',
  'turnoverOpen',
  'bonusIsOpen',
  'playerExcluded',
  'playerLimited',
  'countryRestricted',
  'currencyNotOffered',
  'swapsUnavailable',
  'dailyLimitReached',
  'amountTooSmall',
  'tooManyAttempts',
  'balanceTooLarge',
  'quoteNotFound',
  'quoteExpired',
  'rateChanged',
])

function useSwap(onQuote: (quote: SwapQuote) => void) {
  const client = useQueryClient()
  const { withStepUp } = useStepUp()
  const { run, ...state } = useSubmit({ faults, after: () => void invalidate(client, 'GET /api/wallet/swaps/terms') })
  return {
    ...state,
    ask: (body: Pair & { amount: number }) =>
      run(async () => onQuote(await api('POST /api/wallet/swaps/quotes', { body }))),
    // Without an answer the quote stays on screen. A second confirmation does not execute it twice.
    confirm: ({ id }: SwapQuote) =>
      run(async () => {
        const { swap, accounts } = await withStepUp(() =>
          api('PUT /api/wallet/swaps/quotes/{id}/confirm', { params: { id } }),
        )
        for (const account of accounts) putAccount(client, account)
        onQuote(swap)
      }),
  }
}
