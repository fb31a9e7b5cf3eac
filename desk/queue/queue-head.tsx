/** Above the list of a queue: how many wait and how long, and a button that adds new ones at its end. */
import type { QueueState } from '#contract/desk/queue.ts'
import { Button } from '#web/design/button/button.tsx'
import { formatAge, formatDuration, label } from '../labels.ts'
import styles from './queue.module.css'

type QueueHeadProps = {
  state: QueueState | undefined
  /** Ids of the list, which is not changed while somebody reads it. */
  shown: string[]
  onShow: () => void
}

export function QueueHead({ state, shown, onShow }: QueueHeadProps) {
  if (!state) return null
  const added = state.ids.filter((id) => !shown.includes(id)).length
  return (
    <div className={styles.head}>
      <dl className={styles.figures}>
        <div>
          <dt>{label('queue.waiting')}</dt>
          <dd>{state.waiting}</dd>
        </div>
        <div>
          <dt>{label('queue.oldest')}</dt>
          <dd>{state.oldestAt ? formatAge(state.oldestAt) : '–'}</dd>
        </div>
        <div>
          <dt>{label('queue.median')}</dt>
          <dd>{state.medianMs === null ? '–' : formatDuration(state.medianMs)}</dd>
        </div>
      </dl>
      <p role="status" className={styles.added}>
        {added > 0 && (
          <Button size="s" icon="arrow-down" onClick={onShow}>
            {label('queue.added', { count: added })}
          </Button>
        )}
      </p>
    </div>
  )
}

/** Of a row: who is looking at it, or that it waits no more. */
export function RowNote({ state, id }: { state: QueueState | undefined; id: string }) {
  if (!state) return null
  const claim = state.claims.find((each) => each.id === id)
  if (state.waiting <= state.ids.length && !state.ids.includes(id)) return label('queue.gone')
  return claim ? label(claim.isOwn ? 'queue.yours' : 'queue.claimed', { name: claim.operator }) : null
}
