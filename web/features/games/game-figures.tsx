/** RTP, volatility, maximum win and stakes, shown before play (player protection, line 28). */
import type { GameDetails } from '#contract/games.ts'
import { useApi } from '../../api/use-api.ts'
import { Detail } from '../../design/detail/detail.tsx'
import { Money } from '../../design/money/money.tsx'
import { numberFormat } from '../../render/formats.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import { formatMultiplier, formatPercent, roundsPerHit } from './figures.ts'
import styles from './game-figures.module.css'

/** Above this number of rounds, a text is shown instead. */
const maxRounds = 1e12
const steps = ['low', 'medium', 'high', 'extreme'] as const

export function GameFigures({ game }: { game: GameDetails }) {
  const t = useLabels('games')
  const locale = useLocale()
  const stakes = useStakes(game)
  return (
    <dl className={styles.figures}>
      <div>
        <dt title={t('rtpExplained')}>{t('rtp')}</dt>
        <dd>{formatPercent(game.rtp, locale)}</dd>
      </div>
      <div>
        <dt title={t('volatilityExplained')}>{t('volatility')}</dt>
        <dd className={styles.volatility}>
          <span className={styles.steps} aria-hidden="true">
            {steps.map((step, index) => (
              <i key={step} data-on={index <= steps.indexOf(game.volatility) || undefined} />
            ))}
          </span>
          {t(`volatility_${game.volatility}`)}
        </dd>
        {game.deviation !== null && (
          <dd className={styles.reason}>{t('deviation', { deviation: formatMultiplier(game.deviation, locale) })}</dd>
        )}
      </div>
      {/* Games of other studios have no hit rate. */}
      {(game.hitRate !== null || game.mathsHash !== null) && (
        <div>
          <dt title={t('hitRateExplained')}>{t('hitRate')}</dt>
          {game.hitRate === null ? (
            <dd>{t('hitRateChosen')}</dd>
          ) : (
            <>
              <dd>{formatPercent(game.hitRate, locale)}</dd>
              <dd className={styles.reason}>{t('paysEvery', { every: roundsPerHit(game.hitRate) })}</dd>
            </>
          )}
        </div>
      )}
      {game.maxWinMultiplier !== null && (
        <div>
          <dt>{t('maxWin')}</dt>
          <dd>{formatMultiplier(game.maxWinMultiplier, locale)}</dd>
          {game.maxWinOneIn !== null && (
            <dd className={styles.reason}>
              {game.maxWinOneIn > maxRounds
                ? t('maxWinRarer')
                : t('maxWinOneIn', { rounds: formatCount(game.maxWinOneIn, locale) })}
            </dd>
          )}
        </div>
      )}
      {stakes && (
        <Detail term={t('stake')}>
          <Money amount={stakes.min} currency={stakes.currency} /> –{' '}
          <Money amount={stakes.max} currency={stakes.currency} />
        </Detail>
      )}
    </dl>
  )
}

/** 3487878.8 -> "3,487,879". */
function formatCount(count: number, locale: string): string {
  return numberFormat(locale, { maximumFractionDigits: 0 }).format(count)
}

/** Returns the stakes in the player's currency, else in that of the visitor's country, else in the game's first. */
function useStakes(game: GameDetails) {
  const { isSignedIn, init } = useVisitor()
  const { data } = useApi('GET /api/wallet/accounts', undefined, { enabled: isSignedIn })
  const currency = data?.find(({ status }) => status === 1)?.currency ?? init.currency
  return game.stakes.find((stake) => stake.currency === currency) ?? game.stakes[0]
}
