/** The figures of a report, and the result of its verification. */
import { Fragment } from 'react'
import { jackpotLevels } from '#contract/jackpot-odds.ts'
import type { LiabilityReport } from '#contract/liabilities.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { Money, useMoney } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import type { Checked } from './check-report.ts'
import styles from './liabilities.module.css'

export function Figures({ report: { trees, holdings } }: { report: LiabilityReport }) {
  const t = useLabels('liabilities')
  const heldIn = (currency: string) =>
    holdings.reduce((sum, holding) => (holding.currency === currency ? sum + holding.amount : sum), 0)
  return (
    <table className={styles.figures} aria-label={t('figures')}>
      <thead>
        <tr>
          {['currency', 'owed', 'held', 'root'].map((key) => (
            <th key={key} scope="col">
              {t(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {trees.map(({ currency, total, root }) => (
          <tr key={currency}>
            <th scope="row">{currency}</th>
            <td data-term={t('owed')}>
              <Money amount={total} currency={currency} />
            </td>
            <td data-term={t('held')}>
              <Money amount={heldIn(currency)} currency={currency} />
            </td>
            <td data-term={t('root')}>
              <code dir="ltr" title={root}>
                {root.slice(0, 16)}…
              </code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Nothing for a report without an open jackpot. */
export function JackpotPots({ report: { jackpots } }: { report: LiabilityReport }) {
  const t = useLabels('liabilities')
  const levels = useLabels('jackpots')
  if (jackpots.length === 0) return null
  return (
    <table className={styles.figures} aria-label={t('jackpots')}>
      <thead>
        <tr>
          <th scope="col">{t('jackpots')}</th>
          {jackpotLevels.map((level) => (
            <th key={level} scope="col">
              {levels(`level_${level}`)}
            </th>
          ))}
          <th scope="col">{levels('draws')}</th>
        </tr>
      </thead>
      <tbody>
        {jackpots.map(({ id, currency, draws, pots }) => (
          <tr key={id}>
            <th scope="row">{id}</th>
            {jackpotLevels.map((level, place) => (
              <td key={level} data-term={levels(`level_${level}`)}>
                <Money amount={pots[place]!} currency={currency} />
              </td>
            ))}
            <td data-term={levels('draws')}>{draws}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Result({ checked, earlier }: { checked: Checked; earlier: number }) {
  const t = useLabels('liabilities')
  const money = useMoney()
  const { isSigned, isChained, isOneKey, key, own } = checked
  return (
    <div className={styles.result}>
      <Line isGood={isSigned}>{t(isSigned ? 'signedGood' : 'signedBad')}</Line>
      <Line isGood={isChained}>{isChained ? t('chainGood', { count: earlier }) : t('chainBad')}</Line>
      {!isOneKey && <Line isGood={false}>{t('keyBad')}</Line>}
      {isSigned && <Line isGood={key !== 'changed'}>{t(`key_${key}`)}</Line>}
      {own?.map(({ currency, amount, least, isIncluded, isWhole }) => (
        <Fragment key={currency}>
          {amount > 0 && (
            <Line isGood={isIncluded}>{t(isIncluded ? 'ownGood' : 'ownBad', { amount: money(amount, currency) })}</Line>
          )}
          <Line isGood={isWhole}>
            {t(isWhole ? 'entriesGood' : 'entriesBad', {
              least: money(least, currency),
              amount: money(amount, currency),
            })}
          </Line>
        </Fragment>
      ))}
      {own?.length === 0 && <p>{t('ownNone')}</p>}
      {own && (
        <p>
          {t('ownCompare')} <Link to="/profile/history">{t('toHistory')}</Link>
        </p>
      )}
    </div>
  )
}

function Line({ isGood, children }: { isGood: boolean; children: string }) {
  return (
    <p className={styles.line} data-good={isGood}>
      <Icon name={isGood ? 'check-circle' : 'alert'} />
      {children}
    </p>
  )
}
