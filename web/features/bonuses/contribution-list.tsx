/** Lists how much stakes count towards wagering: by kind of game, then for games that differ. */
import type { Contribution } from '#contract/bonuses.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { oddsText } from '../sports/odds-text.ts'
import { GameNames } from './game-names.tsx'

export function ContributionList({ contribution: { kinds, games, sports } }: { contribution: Contribution }) {
  const t = useLabels('bonuses')
  const locale = useLocale()
  return (
    <>
      {kinds.map(({ kind, percent }) => (
        <div key={kind}>{t(`counts_${kind}`, { percent })}</div>
      ))}
      {sports && sports.percent > 0 && (
        <div>{t('counts_sports', { percent: sports.percent, odds: oddsText(sports.minOdds, locale) })}</div>
      )}
      {games.map(({ gameId, percent }) => (
        <div key={gameId}>
          <GameNames ids={[gameId]} /> {t('countsPercent', { percent })}
        </div>
      ))}
      {[...kinds, ...games].some(({ percent }) => percent === 0) && <small>{t('countsNothing')}</small>}
    </>
  )
}
