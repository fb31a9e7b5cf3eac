/** All levels, and the rules by which points are earned and kept. */
import { useApi } from '../../api/use-api.ts'
import { Card } from '../../design/card/card.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import { Ladder } from './ladder.tsx'
import styles from './levels-and-rules.module.css'
import { PointsRule } from './points-rule.tsx'
import { useLevels, useLoyaltyAccount } from './use-loyalty.ts'
import { useNumber } from './use-number.ts'

export default function LevelsAndRules() {
  const t = useLabels('loyalty')
  const number = useNumber()
  const { data: levels = [] } = useLevels()
  const { data: account } = useLoyaltyAccount()
  const { data: rule } = useApi('GET /api/retention/rule')
  return (
    <>
      <section className={styles.section} aria-label={t('allLevels')}>
        <h2>{t('allLevels')}</h2>
        <Ladder levels={levels} current={account?.currentLevel.order ?? null} />
        <p className={styles.note}>{t('onceNote')}</p>
      </section>
      {rule && (
        <div className={styles.rules} id="loyalty-rules">
          <Card title={t('ruleTitle')}>
            <PointsRule rule={rule} />
          </Card>
          <Card title={t('keepTitle')}>
            {rule.decay ? (
              <>
                <p>
                  {t('keepText', {
                    percent: number(rule.decay.keepPercent),
                    count: rule.decay.months,
                    months: number(rule.decay.months),
                  })}
                </p>
                <p>{t('loseText')}</p>
                <p>{t('breakText')}</p>
              </>
            ) : (
              <p>{t('keepForever')}</p>
            )}
            <p className={styles.note}>
              {t('calm')} <Link to="/static/responsible-gaming">{t('saferPlay')}</Link>
            </p>
          </Card>
        </div>
      )}
    </>
  )
}
