/** The prizes: the first three as a podium, and the others as ranges of places with the same prize. */
import type { Prize, Tournament } from '#contract/tournaments.ts'
import { Podium } from '../../features/tournaments/podium.tsx'
import { dotted } from '../../design/dotted.ts'
import { useOwnMoney } from '../../features/wallet/own-money.tsx'
import { useLabels } from '../../render/labels.tsx'
import styles from './tournament.module.css'
import { Detail } from '../../design/detail/detail.tsx'

export function Prizes({
  tournament,
  isOver,
}: {
  tournament: Pick<Tournament, 'prizes' | 'currency'>
  isOver: boolean
}) {
  const t = useLabels('tournaments')
  const money = useOwnMoney()
  const { prizes, currency } = tournament
  const text = ({ title, amount, cash }: Pick<Prize, 'title' | 'amount' | 'cash'>) =>
    cash === null ? dotted([amount !== null && money(amount, currency), title]) : money(cash, currency)
  return (
    <section className={styles.panel} aria-label={t('prizes')}>
      <h2>{t('prizes')}</h2>
      <Podium prizes={prizes} currency={currency} isOver={isOver} />
      <dl className={styles.lines}>
        {isOver
          ? prizes.slice(3).map(({ place, entry, ...prize }) => (
              <div key={place}>
                <dt>
                  {place}. {entry ? <bdi>{entry.name}</bdi> : t('nobody')}
                </dt>
                <dd>
                  <bdi>{text(prize)}</bdi>
                </dd>
              </div>
            ))
          : rangesOf(prizes.slice(3).map((prize) => ({ place: prize.place, title: text(prize) }))).map(
              ({ from, to, title }) => (
                <Detail key={from} term={from === to ? t('placeOf', { place: from }) : t('places', { from, to })}>
                  {from === to ? <bdi>{title}</bdi> : t('each', { prize: title })}
                </Detail>
              ),
            )}
      </dl>
    </section>
  )
}

type Range = { from: number; to: number; title: string }
function rangesOf(prizes: Array<Pick<Prize, 'place' | 'title'>>): Range[] {
  const ranges: Range[] = []
  for (const { place, title } of prizes) {
    const last = ranges.at(-1)
    if (last?.title === title) last.to = place
    else ranges.push({ from: place, to: place, title })
  }
  return ranges
}
