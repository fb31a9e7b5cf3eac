/** The outcome of a game of the floor, drawn from its record. */
import type { FloorOutcome } from '#contract/floor-rounds.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'
import styles from './fairness.module.css'

export function FloorPicture({ outcome }: { outcome: FloorOutcome; currency: string | null }) {
  switch (outcome.game) {
    case 'limbo':
      return <LimboPicture {...outcome} />
  }
}

type OutcomeOf<Game extends FloorOutcome['game']> = Extract<FloorOutcome, { game: Game }>

function LimboPicture({ reached, target, isWin }: OutcomeOf<'limbo'>) {
  const t = useLabels('fairness')
  const figures = `${useLocale()}-u-nu-latn`
  const times = (value: number, digits: number) =>
    `${new Intl.NumberFormat(figures, { minimumFractionDigits: digits }).format(value)}×`
  return (
    <figure className={styles.dice}>
      <strong className={styles.roll} data-win={isWin || undefined} dir="ltr">
        {times(reached, 2)}
      </strong>
      <figcaption>{t('targetOf', { target: times(target, 0) })}</figcaption>
    </figure>
  )
}
