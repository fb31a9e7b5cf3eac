/** The rules as text, rendered from the data by which the tournament is computed. */
import type { Tournament } from '#contract/tournaments.ts'
import { useOwnMoney } from '../../features/wallet/own-money.tsx'
import { numberFormat } from '../../render/formats.ts'
import { useLabels, useList, useLocale } from '../../render/labels.tsx'
import styles from './tournament.module.css'

export function Rules({ tournament }: { tournament: Tournament }) {
  const t = useLabels('tournaments')
  const money = useOwnMoney()
  const locale = useLocale()
  const list = useList()
  const linesOf = ({ price, fee, guarantee, fewestPlayers }: NonNullable<Tournament['buyIn']>) => {
    const text = (amount: number) => money(amount, tournament.currency)
    return [
      t('entry_buy-in', { price: text(price), currency: tournament.currency }),
      t(fee > 0 ? 'poolPart' : 'poolPartAll', { part: text(price - fee), fee: text(fee) }),
      guarantee > 0 && t('poolAdded', { guarantee: text(guarantee) }),
      t('shares'),
      t('refunds', { count: fewestPlayers }),
      t('countsToLimits'),
    ]
  }
  const { entry, rules, currency, buyIn } = tournament
  const lines = [
    ...(buyIn ? linesOf(buyIn) : [t(`entry_${entry}`)]),
    t(`scoreBy_${rules.score}`, {
      count: rules.firstRounds ?? 0,
      best: rules.bestRounds ?? 0,
      cap: numberFormat(locale).format((rules.multiplierCap ?? 0) / 100),
    }),
    rules.minStake > 0 && t('minStake', { amount: money(rules.minStake, currency) }),
    rules.games ? t('games', { games: list(rules.games.map(({ name }) => name)) }) : t('allGames'),
    rules.currencies && t('currencies', { currencies: list(rules.currencies) }),
    t(rules.countsBonusMoney ? 'bonusCounts' : 'bonusNot'),
    t(rules.countsFreeSpins ? 'spinsCount' : 'spinsNot'),
    t('settled'),
    t('ties'),
    t('hold', { minutes: rules.holdMinutes }),
    buyIn ? t('excludedBuyIn') : t('excluded'),
  ]
  return (
    <section className={styles.panel} aria-label={t('rules')}>
      <h2>{t('rules')}</h2>
      <ul className={styles.rules}>{lines.map((line) => line && <li key={line}>{line}</li>)}</ul>
    </section>
  )
}
