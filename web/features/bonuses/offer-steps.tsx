/** The offers of a page in order, each with headline, wagering, full terms, and a button for the next one. */
import type { BonusPage } from '#contract/bonuses.ts'
import { Badge, type BadgeTone } from '../../design/badge/badge.tsx'
import { buttonClass } from '../../design/button/button.tsx'
import { useMoney } from '../../design/money/money.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import { BonusTerms } from './bonus-terms.tsx'
import styles from './offer-steps.module.css'
import { presetKey } from './preset-key.ts'

type Step = BonusPage['offers'][number]

const tones: Record<Step['state'], BadgeTone> = { open: 'success', later: 'neutral', received: 'info', over: 'neutral' }

export function OfferSteps({ page: { offers, currency } }: { page: BonusPage }) {
  const { isSignedIn, init } = useVisitor()
  const next = offers.find(({ state }) => state === 'open')
  return (
    <ol className={styles.steps}>
      {offers.map((step) => (
        <li key={step.offer.id}>
          <OfferStep
            step={step}
            currency={currency}
            isNext={step === next && !init.isRestricted}
            isSignedIn={isSignedIn}
          />
        </li>
      ))}
    </ol>
  )
}

type StepProps = { step: Step; currency: string; isNext: boolean; isSignedIn: boolean }
function OfferStep({ step: { offer, deposit, code, state }, currency, isNext, isSignedIn }: StepProps) {
  const t = useLabels('bonuses')
  const headline = useHeadline()
  const { wageringMultiplier: times, winsAs } = offer.terms
  return (
    <article className={styles.step} data-state={state}>
      <header>
        <h2>
          {headline(offer, currency)}
          <span>
            {times > 0
              ? t(winsAs === 'bonus' ? 'headlineWinsWager' : 'headlineWager', { times })
              : t('headlineNoWager')}
          </span>
        </h2>
        <p>
          <span>{deposit === null ? t('stepAnyDeposit') : t('stepDeposit', { number: deposit })}</span>
          {code && <span>{t('withCode', { code })}</span>}
          {isSignedIn && <Badge tone={tones[state]}>{t(`step_${state}`)}</Badge>}
        </p>
      </header>
      <details className={styles.terms} open={isNext}>
        <summary>{t('fullTerms')}</summary>
        <BonusTerms bonus={offer} currency={currency} />
      </details>
      {isNext && (isSignedIn ? <Deposit bonusId={offer.id} /> : <SignUp />)}
    </article>
  )
}

function Deposit({ bonusId }: { bonusId: string }) {
  const t = useLabels('bonuses')
  return (
    <ModalLink
      modal="wallet"
      value="deposit"
      query={{ [presetKey]: bonusId }}
      className={buttonClass}
      data-tone="primary"
      data-size="l"
    >
      {t('toDeposit')}
    </ModalLink>
  )
}

function SignUp() {
  const t = useLabels('bonuses')
  return (
    <ModalLink modal="sign-up" className={buttonClass} data-tone="primary" data-size="l">
      {t('bonusPageSignUp')}
    </ModalLink>
  )
}

/** Returns a function for headlines such as "100% up to €200". */
export function useHeadline(): (offer: Step['offer'], currency: string) => string {
  const t = useLabels('bonuses')
  const money = useMoney()
  return ({ type, assignConditions: reward }, currency) => {
    const amountOf = (items: Array<{ currency: string; amount: number }>) =>
      money(items.find((item) => item.currency === currency)?.amount ?? 0, currency, { isShort: true })
    if (type === 1) return t('headlineAmountOffer', { amount: amountOf(reward.amountItems) })
    if (type === 3) return t('headlineSpinsOffer', { count: reward.presets[0]?.quantity ?? 0 })
    return t('headlinePercentOffer', {
      percent: reward.depositPercentage ?? 0,
      max: amountOf(reward.maxAmountItems),
    })
  }
}
