/** The emblem of a level, whose number of rays grows with the level. */
import styles from './level-emblem.module.css'

type EmblemProps = { order: number; state?: 'reached' | 'current' | 'ahead'; size?: number }

export function LevelEmblem({ order, state = 'reached', size = 56 }: EmblemProps) {
  return (
    <svg
      className={styles.emblem}
      data-state={state}
      viewBox="-32 -32 64 64"
      width={size}
      height={size}
      aria-hidden
      focusable={false}
    >
      <circle r="31" className={styles.halo} />
      <path d={rays(order)} className={styles.rays} />
      <circle r="13" className={styles.core} />
      <text className={styles.order} textAnchor="middle" y="5.5">
        {order}
      </text>
    </svg>
  )
}

/** Returns the path of a star around the core, which is larger and denser with each level. */
function rays(order: number): string {
  const count = order + 4
  const outer = Math.min(20 + order, 30)
  const points = Array.from({ length: count * 2 }, (_, index) => {
    const radius = index % 2 === 0 ? outer : 15.5
    const angle = (Math.PI * index) / count - Math.PI / 2
    return `${(Math.cos(angle) * radius).toFixed(2)} ${(Math.sin(angle) * radius).toFixed(2)}`
  })
  return `M${points.join('L')}Z`
}
