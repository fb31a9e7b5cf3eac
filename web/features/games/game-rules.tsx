/** A game's rules, its maths by version and hash, and the verifier. */
import type { GameDetails } from '#contract/games.ts'
import { Card } from '../../design/card/card.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import styles from './game-rules.module.css'

export function GameRules({ game }: { game: GameDetails }) {
  const t = useLabels('games')
  const isVerifiable = game.mathsHash !== null
  return (
    <div className={styles.columns}>
      <Card title={t('rules')}>
        {game.rules.length === 0 && <p className={styles.text}>{t('outsideRules')}</p>}
        {game.rules.map(({ title, text }) => (
          <section key={title} className={styles.rule}>
            <h3>{title}</h3>
            <p>{text}</p>
          </section>
        ))}
      </Card>
      <Card title={t(isVerifiable ? 'fairness' : 'results')}>
        <p className={styles.text}>
          {isVerifiable ? t('fairnessText') : t('outsideFairness', { studio: game.provider.name })}
        </p>
        {isVerifiable && (
          <dl className={styles.maths}>
            <dt>{t('mathsVersion')}</dt>
            <dd>{game.mathsVersion}</dd>
            <dt>{t('mathsHash')}</dt>
            <dd>
              <code dir="ltr">{game.mathsHash}</code>{' '}
              <a href={`/api/game/maths/${game.id}/${game.mathsVersion}`}>{t('mathsSources')}</a>
            </dd>
          </dl>
        )}
        <ul className={styles.links}>
          {isVerifiable && (
            <>
              <li>
                <Link to="/static/fairness">
                  <Icon name="scale" />
                  {t('howFair')}
                </Link>
              </li>
              <li>
                <Link to="/rounds">
                  <Icon name="check-circle" />
                  {t('verify')}
                </Link>
              </li>
              <li>
                <Link to="/fairness-specification">
                  <Icon name="check-circle" />
                  {t('ownVerifier')}
                </Link>
              </li>
            </>
          )}
          <li>
            <Link to="/static/responsible-gaming">
              <Icon name="shield" />
              {t('saferPlay')}
            </Link>
          </li>
        </ul>
      </Card>
    </div>
  )
}
