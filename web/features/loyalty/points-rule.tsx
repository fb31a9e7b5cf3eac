/** The published rule: what each stake earns, by kind of game and by game. */
import type { LoyaltyRule } from '#contract/loyalty.ts'
import { useOwnMoney } from '../wallet/own-money.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import styles from './points-rule.module.css'
import { useNumber, useNumbers } from './use-number.ts'

const hundredUnits = 100_00

export function PointsRule({ rule }: { rule: LoyaltyRule }) {
  const t = useLabels('loyalty')
  const number = useNumber()
  const money = useOwnMoney()
  const { games, pointsPerUnit, baseCurrency, countsBonusStakes } = rule
  const rtp = useNumbers(games.map((game) => game.rtp))
  const points = useNumbers(games.map((game) => game.pointsPerHundred))
  const kinds = (['slot', 'dice'] as const).filter((kind) =>
    games.some((game) => (game.kind === 'slot') === (kind === 'slot')),
  )
  return (
    <div className={styles.rule}>
      <p>{t('ruleText')}</p>
      <ul className={styles.kinds}>
        {kinds.map((kind) => (
          <li key={kind}>
            {t(`kind_${kind}`, {
              count: pointsPerUnit[kind],
              points: number(pointsPerUnit[kind]),
              amount: money(100, baseCurrency),
            })}
          </li>
        ))}
      </ul>
      <table className={styles.games}>
        <caption>{t('tableCaption', { amount: money(hundredUnits, baseCurrency) })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('game')}</th>
            <th scope="col">{t('rtp')}</th>
            <th scope="col">{t('pointsColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {games.map((game) => (
            <tr key={game.id}>
              <th scope="row">
                <Link to={`/games/${game.id}`}>{game.name}</Link>
              </th>
              <td>{t('percent', { percent: rtp(game.rtp) })}</td>
              <td>{points(game.pointsPerHundred)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={styles.notes}>
        <li>{t('settledNote')}</li>
        <li>{t('rateNote')}</li>
        <li>{t(countsBonusStakes ? 'freeSpinsNote' : 'bonusNote')}</li>
      </ul>
    </div>
  )
}
